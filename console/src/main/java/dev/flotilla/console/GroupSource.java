package dev.flotilla.console;

import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.ServerEvent;
import dev.flotilla.client.dpws.DpwsGroupAdmin;
import dev.flotilla.client.dpws.KnownMembers;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.message.WithoutLeader;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The values of a group, from what its servers answer. Any thread. */
public final class GroupSource implements ConsoleSource {
  private final String name;
  private final Supplier<? extends CompletionStage<List<StatusResponse>>> status;
  private final Clock clock;
  private final LeaderClock leaders = new LeaderClock();

  // Guarded by this. The last that was known, for a time in which no server knows it.
  private Optional<GroupId> group = Optional.empty();
  private Configuration configuration = Configuration.NONE;
  private final MemberLoads loads = new MemberLoads();

  /**
   * The values of a group.
   *
   * @param name the group's name
   * @param status asks each server, as {@link WireClient#responses} does
   */
  public GroupSource(
      String name, Supplier<? extends CompletionStage<List<StatusResponse>>> status) {
    this(name, status, Clock.systemUTC());
  }

  /**
   * The values of a group.
   *
   * @param admin of a server or a client of the group, open for as long as this is used
   */
  public GroupSource(String name, GroupAdmin admin) {
    this(name, ((DpwsGroupAdmin) admin)::responses);
  }

  GroupSource(
      String name, Supplier<? extends CompletionStage<List<StatusResponse>>> status, Clock clock) {
    this.name = name;
    this.status = status;
    this.clock = clock;
  }

  /**
   * Takes what a server of the group has noticed.
   *
   * @return whether the console should look again ({@link ConsoleServer#refresh})
   */
  public boolean heard(ServerEvent event) {
    if (event instanceof ServerEvent.LeaderChanged changed) {
      leaders.heard(clock.instant(), changed.term(), changed.leader());
    }
    return event instanceof ServerEvent.LeaderChanged
        || event instanceof ServerEvent.MembersChanged
        || event instanceof ServerEvent.MemberSilent
        || event instanceof ServerEvent.MemberAnswers
        || event instanceof ServerEvent.Stopped;
  }

  @Override
  public CompletionStage<ConsoleState> read() {
    return status.get().thenApply(this::collect);
  }

  private synchronized ConsoleState collect(List<StatusResponse> all) {
    List<GroupId> groups = KnownMembers.groupsOf(all);
    if (group.isEmpty() || (!groups.isEmpty() && !groups.contains(group.get()))) {
      group = groups.stream().max(Comparator.comparingLong(it -> servers(all, it)));
      configuration = Configuration.NONE;
    }
    List<StatusResponse> servers =
        all.stream().filter(it -> it.group().isEmpty() || it.group().equals(group)).toList();
    Configuration latest = KnownMembers.latest(servers);
    if (!latest.equals(Configuration.NONE)) {
      configuration = latest;
    }
    Instant now = clock.instant();
    Optional<StatusResponse> leader = leader(servers);
    Optional<LeaderSince> since =
        leader.map(
            it -> leaders.seen(now, it.progress().term(), it.self().member().id().toString()));
    MemberRows rows = new MemberRows(configuration, servers, leader, since, loads.of(servers), now);
    return ConsoleState.ofGroup(
        now,
        name,
        group.map(GroupId::value),
        members(servers).stream().map(rows::row).toList(),
        problems(groups, servers, leader));
  }

  private static long servers(List<StatusResponse> all, GroupId group) {
    return all.stream().filter(it -> it.group().equals(Optional.of(group))).count();
  }

  private static Optional<StatusResponse> leader(List<StatusResponse> servers) {
    return servers.stream()
        .filter(it -> it.serverRole() == ServerRole.LEADER)
        .max(Comparator.comparingLong(it -> it.progress().term()));
  }

  private Set<Member> members(List<StatusResponse> servers) {
    Set<Member> members = new TreeSet<>(configuration.members());
    for (StatusResponse server : servers) {
      members.add(server.self().member());
      if (configuration.equals(Configuration.NONE)) {
        server.members().stream().map(MemberAddress::member).forEach(members::add);
      }
    }
    return members;
  }

  private List<String> problems(
      List<GroupId> groups, List<StatusResponse> servers, Optional<StatusResponse> leader) {
    List<String> problems = new ArrayList<>();
    if (groups.size() > 1) {
      problems.add("several groups have the name %s; stop or rename one".formatted(name));
    }
    if (leader.isEmpty()) {
      problems.add(
          configuration.equals(Configuration.NONE)
              ? "the group is not founded yet"
              : WithoutLeader.reason(
                  configuration,
                  member -> servers.stream().anyMatch(it -> it.self().member().equals(member))));
    }
    return problems;
  }
}
