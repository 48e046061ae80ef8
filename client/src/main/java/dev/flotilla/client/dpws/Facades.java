package dev.flotilla.client.dpws;

import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupMember;
import dev.flotilla.client.GroupMembers;
import dev.flotilla.client.MemberKind;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.ServerEvent;
import dev.flotilla.client.ServerStatus;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.message.GroupEvent;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in the public types what servers say in those of the wire. Stateless. */
public final class Facades {
  private Facades() {}

  static MemberKind kind(Member member, Configuration configuration) {
    return MemberKind.valueOf(MemberStatus.of(member, configuration).name());
  }

  /** The id of a member, with its life if the configuration has two of one id. */
  static String id(Member member, Configuration configuration) {
    long lives = configuration.members().stream().filter(it -> it.id().equals(member.id())).count();
    return lives > 1 ? member.toString() : member.id().toString();
  }

  static ServerStatus status(StatusResponse from) {
    Member self = from.self().member();
    Configuration configuration = from.configuration().orElse(Configuration.NONE);
    return new ServerStatus(
        id(self, configuration),
        from.self().address().flatMap(RaftAddress::parse),
        from.group().map(Object::toString),
        kind(self, configuration),
        from.role(),
        from.leader().map(it -> id(it.member(), configuration)),
        from.progress().term(),
        new ServerStatus.Log(
            from.progress().lastIndex(),
            from.progress().durableIndex(),
            from.progress().commitIndex(),
            from.progress().appliedIndex()),
        from.waitingFor());
  }

  static GroupMembers members(KnownMembers known) {
    Configuration configuration = known.configuration();
    Map<Member, URI> addresses = addresses(known.servers());
    return new GroupMembers(
        known.group().toString(),
        members(configuration, it -> Optional.ofNullable(addresses.get(it))),
        configuration.isChanging(),
        known.leader().map(it -> id(it.self().member(), configuration)),
        Stream.concat(known.servers().stream(), known.searching().stream())
            .map(Facades::status)
            .toList(),
        known.waiting().stream().map(it -> it.self().member().id().toString()).toList());
  }

  private static List<GroupMember> members(
      Configuration configuration, Function<Member, Optional<URI>> address) {
    return configuration.members().stream()
        .map(
            it ->
                new GroupMember(id(it, configuration), kind(it, configuration), address.apply(it)))
        .toList();
  }

  /** What a server says of itself counts more than what others say of it. */
  private static Map<Member, URI> addresses(List<StatusResponse> servers) {
    Stream<MemberAddress> ofThemselves = servers.stream().map(StatusResponse::self);
    Stream<MemberAddress> ofOthers = servers.stream().flatMap(it -> it.members().stream());
    return Stream.concat(ofThemselves, ofOthers)
        .filter(it -> it.address().flatMap(RaftAddress::parse).isPresent())
        .collect(
            Collectors.toMap(
                MemberAddress::member,
                it -> it.address().flatMap(RaftAddress::parse).orElseThrow(),
                (first, second) -> first));
  }

  /** The end of an administrative request. */
  static AdminOutcome outcome(CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed executed) {
      return executed.answer().success()
          ? new AdminOutcome.Done()
          : new AdminOutcome.Refused(RefusalReason.CONFLICT, executed.answer().text());
    } else if (outcome instanceof CommandOutcome.Refused refused) {
      return new AdminOutcome.Refused(refused.reason(), refused.detail());
    }
    return new AdminOutcome.Unknown(((CommandOutcome.Unknown) outcome).detail());
  }

  /** An event of a server. */
  public static ServerEvent event(GroupEvent from) {
    if (from instanceof GroupEvent.RoleChanged it) {
      return new ServerEvent.RoleChanged(it.term(), it.role().word());
    } else if (from instanceof GroupEvent.LeaderChanged it) {
      return new ServerEvent.LeaderChanged(it.term(), it.leader().map(Facades::id));
    } else if (from instanceof GroupEvent.MembersChanged it) {
      return new ServerEvent.MembersChanged(
          it.term(), members(it.members(), any -> Optional.empty()));
    } else if (from instanceof GroupEvent.MemberSilent it) {
      return new ServerEvent.MemberSilent(id(it.member()), it.silentMillis());
    } else if (from instanceof GroupEvent.MemberAnswers it) {
      return new ServerEvent.MemberAnswers(id(it.member()));
    } else if (from instanceof GroupEvent.Applied it) {
      return new ServerEvent.Applied(it.index());
    } else if (from instanceof GroupEvent.SnapshotTaken it) {
      return new ServerEvent.SnapshotTaken(it.index(), it.sizeBytes());
    }
    return troubleOf(from);
  }

  private static ServerEvent troubleOf(GroupEvent from) {
    if (from instanceof GroupEvent.DiskFull) {
      return new ServerEvent.DiskFull();
    } else if (from instanceof GroupEvent.DiskFreed) {
      return new ServerEvent.DiskFreed();
    } else if (from instanceof GroupEvent.ApplyStopped it) {
      return new ServerEvent.ApplyStopped(it.index(), it.reason());
    } else if (from instanceof GroupEvent.StateDiverged it) {
      return new ServerEvent.StateDiverged(id(it.member()), it.index());
    }
    return new ServerEvent.Stopped(((GroupEvent.Stopped) from).reason());
  }

  private static String id(Member member) {
    return member.id().toString();
  }
}
