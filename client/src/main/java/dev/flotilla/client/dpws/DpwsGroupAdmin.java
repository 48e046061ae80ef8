package dev.flotilla.client.dpws;

import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupMembers;
import dev.flotilla.client.MemberKind;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.ServerStatus;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@link GroupAdmin} by requests of the wire. */
public final class DpwsGroupAdmin implements GroupAdmin {
  /** How often a server that is to be added is looked for; each round takes a second. */
  private static final int ROUNDS = 5;

  private final WireClient client;
  private final RecentMembers removing = new RecentMembers();

  /** Administration through a client, which stays the caller's to close. */
  DpwsGroupAdmin(WireClient client) {
    this.client = client;
  }

  /** {@link #status} as the servers have sent it. */
  public CompletableFuture<List<StatusResponse>> responses() {
    return client.responses();
  }

  @Override
  public CompletableFuture<List<ServerStatus>> status() {
    return client.status();
  }

  @Override
  public CompletableFuture<Optional<GroupMembers>> members() {
    return client.ownResponses().thenApply(servers -> only(servers).map(Facades::members));
  }

  @Override
  public CompletableFuture<AdminOutcome> add(String server, MemberKind as) {
    boolean isKind = as == MemberKind.VOTER || as == MemberKind.WITNESS || as == MemberKind.LEARNER;
    if (!isKind) {
      throw new IllegalArgumentException(
          "a server is added as VOTER, WITNESS or LEARNER, not as " + as);
    }
    return add(server, MemberStatus.valueOf(as.name()), Optional.empty())
        .thenApply(Facades::outcome);
  }

  @Override
  public CompletableFuture<AdminOutcome> replace(String lost, String server) {
    return add(server, MemberStatus.VOTER, Optional.of(lost)).thenApply(Facades::outcome);
  }

  @Override
  public CompletableFuture<AdminOutcome> remove(String member) {
    return onMember(
            member,
            (known, found) -> {
              removing.add(found);
              return client.administer(
                  RaftOperations.REMOVE_MEMBER,
                  new MemberRequest(
                      Optional.of(known.group()), Optional.of(found), Optional.of(true)));
            })
        .thenApply(Facades::outcome);
  }

  @Override
  public CompletableFuture<AdminOutcome> promote(String learner) {
    return change(RaftOperations.PROMOTE, learner);
  }

  @Override
  public CompletableFuture<AdminOutcome> transferLeadership(String target) {
    return change(RaftOperations.TRANSFER_LEADERSHIP, target);
  }

  @Override
  public CompletableFuture<AdminOutcome> transferLeadership() {
    return inGroup(
            known ->
                client.administer(
                    RaftOperations.TRANSFER_LEADERSHIP,
                    new MemberRequest(Optional.of(known.group()), Optional.empty())))
        .thenApply(Facades::outcome);
  }

  @Override
  public CompletableFuture<AdminOutcome> snapshot(String member) {
    return onMember(member, this::snapshot).thenApply(Facades::outcome);
  }

  private CompletableFuture<CommandOutcome> snapshot(KnownMembers known, Member member) {
    Optional<URI> address =
        known.statusOf(member).flatMap(it -> it.self().address()).map(URI::create);
    return address.isEmpty()
        ? refused(RefusalReason.NO_SERVER, member.id() + " does not answer; is it running?")
        : client.administerAt(
            address.get(),
            RaftOperations.TAKE_SNAPSHOT,
            new MemberRequest(Optional.of(known.group()), Optional.of(member)));
  }

  private CompletableFuture<CommandOutcome> add(
      String server, MemberStatus as, Optional<String> lost) {
    return withServer(
        server,
        ROUNDS,
        (known, found) ->
            lost.isPresent()
                ? onMember(known, lost.get(), (same, gone) -> replace(same, found, gone))
                : add(known, found, as, Optional.empty()));
  }

  /** A server that was just started needs a moment to find the group. */
  private CompletableFuture<CommandOutcome> withServer(String server, int rounds, OfServer step) {
    return inGroup(
        known -> {
          List<StatusResponse> found =
              known.servers().stream().filter(it -> isMeant(server, it.self().member())).toList();
          if (found.size() == 1) {
            return step.take(known, found.get(0));
          }
          return rounds > 1
              ? withServer(server, rounds - 1, step)
              : refused(
                  RefusalReason.NO_SERVER,
                  "no server %s answers that has found the group; is it started to join?"
                      .formatted(server));
        });
  }

  private CompletableFuture<CommandOutcome> replace(
      KnownMembers known, StatusResponse server, Member lost) {
    removing.add(lost);
    return add(known, server, MemberStatus.VOTER, Optional.of(lost));
  }

  private CompletableFuture<CommandOutcome> add(
      KnownMembers known, StatusResponse server, MemberStatus as, Optional<Member> lost) {
    Optional<GroupId> group = Optional.of(known.group());
    Optional<NodeId> replaces = lost.map(Member::id);
    return client.administer(
        RaftOperations.ADD_MEMBER,
        new AddMemberRequest(group, server.self().member(), server.self().address(), as, replaces));
  }

  private CompletableFuture<AdminOutcome> change(
      Operation<MemberRequest, AdminResponse> operation, String member) {
    return onMember(
            member,
            (known, found) ->
                client.administer(
                    operation, new MemberRequest(Optional.of(known.group()), Optional.of(found))))
        .thenApply(Facades::outcome);
  }

  private CompletableFuture<CommandOutcome> onMember(String member, OfMember step) {
    return inGroup(known -> onMember(known, member, step));
  }

  private CompletableFuture<CommandOutcome> onMember(
      KnownMembers known, String member, OfMember step) {
    List<Member> found = known.configuration().members().stream().toList();
    List<Member> meant = found.stream().filter(it -> isMeant(member, it)).toList();
    if (meant.size() == 1) {
      return step.take(known, meant.get(0));
    }
    // The leader says whether that is done.
    Optional<Member> removed = removing.find(it -> isMeant(member, it));
    if (meant.isEmpty() && removed.isPresent()) {
      return step.take(known, removed.get());
    }
    return refused(
        RefusalReason.INVALID,
        "%s members of the group are called %s; its members are %s"
            .formatted(meant.size(), member, found));
  }

  private CompletableFuture<CommandOutcome> inGroup(
      Function<KnownMembers, CompletableFuture<CommandOutcome>> step) {
    return client
        .ownResponses()
        .thenCompose(
            servers ->
                only(servers)
                    .map(step)
                    .orElseGet(
                        () ->
                            KnownMembers.groupsOf(servers).isEmpty()
                                ? refused(
                                    RefusalReason.NO_SERVER, "no server of a founded group answers")
                                : refused(
                                    RefusalReason.WRONG_GROUP,
                                    "several groups have this name: "
                                        + KnownMembers.groupsOf(servers))));
  }

  private static Optional<KnownMembers> only(List<StatusResponse> servers) {
    return KnownMembers.groupsOf(servers).size() == 1
        ? Optional.of(KnownMembers.of(servers))
        : Optional.empty();
  }

  private static boolean isMeant(String name, Member member) {
    return Stream.of(member.id().toString(), member.toString()).anyMatch(name::equals);
  }

  private static CompletableFuture<CommandOutcome> refused(RefusalReason reason, String detail) {
    return CompletableFuture.completedFuture(new CommandOutcome.Refused(reason, detail));
  }

  private interface OfServer {
    CompletableFuture<CommandOutcome> take(KnownMembers known, StatusResponse server);
  }

  private interface OfMember {
    CompletableFuture<CommandOutcome> take(KnownMembers known, Member member);
  }
}
