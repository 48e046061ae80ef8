package dev.flotilla.client;

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
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Shows and changes the members of a group, as {@code flotilla members} does. In a group with keys,
 * changes need a certificate with the role admin.
 *
 * <p>Any thread; nothing blocks. Each call first asks the servers for their status, which takes a
 * second. Stages complete on a thread of the client, which must not be blocked, and never fail: a
 * change that the leader has refused is {@link CommandOutcome.Executed} without success, and its
 * text says why. Changes may be repeated. One that takes longer than a call may is {@link
 * CommandOutcome.Unknown} and goes on; {@link #members} shows it.
 *
 * <p>A server is named by its id, {@code urn:uuid:...}; where two incarnations of one server are
 * members, by {@link Member#toString}.
 */
public final class GroupAdmin {
  /** How often a server that is to be added is looked for; each round takes a second. */
  private static final int ROUNDS = 5;

  private final GroupClient client;

  /** Administration through a client, which stays the caller's to close. */
  public GroupAdmin(GroupClient client) {
    this.client = client;
  }

  /** What each server that is found says of itself; see {@link GroupClient#status}. */
  public CompletionStage<List<StatusResponse>> status() {
    return client.status();
  }

  /** Who belongs to the group; empty if no founded group answers, or several of the name do. */
  public CompletionStage<Optional<GroupMembers>> members() {
    return client.status().thenApply(GroupAdmin::only);
  }

  /**
   * Makes a server a member. Done when it has caught up and votes, or for a learner when it is a
   * member. A server that does not answer is looked for five times.
   *
   * @param server one that was started to join the group, and answers
   * @param as voter, witness or learner
   */
  public CompletionStage<CommandOutcome> add(String server, MemberStatus as) {
    return add(server, as, Optional.empty());
  }

  /**
   * Puts a new server in the place of a member, in one change.
   *
   * @param lost the member to remove; the leader refuses one that answers it
   * @param server one that was started to join the group, and answers
   */
  public CompletionStage<CommandOutcome> replace(String lost, String server) {
    return add(server, MemberStatus.VOTER, Optional.of(lost));
  }

  /** Removes a member, whether it runs or not; a leader hands over first. Stop it afterwards. */
  public CompletionStage<CommandOutcome> remove(String member) {
    return onMember(
        member,
        (known, found) ->
            client.administer(
                RaftOperations.REMOVE_MEMBER,
                new MemberRequest(
                    Optional.of(known.group()), Optional.of(found), Optional.of(true))));
  }

  /** Makes a learner a voter, when it has caught up. */
  public CompletionStage<CommandOutcome> promote(String learner) {
    return change(RaftOperations.PROMOTE, learner);
  }

  /** Transfers leadership to this member. */
  public CompletionStage<CommandOutcome> transferLeadership(String heir) {
    return change(RaftOperations.TRANSFER_LEADERSHIP, heir);
  }

  /** Transfers leadership to the member whose log is most complete. */
  public CompletionStage<CommandOutcome> transferLeadership() {
    return inGroup(
        known ->
            client.administer(
                RaftOperations.TRANSFER_LEADERSHIP,
                new MemberRequest(Optional.of(known.group()), Optional.empty())));
  }

  /** Has a member take a snapshot of its state soon, and delete its older log. */
  public CompletionStage<CommandOutcome> snapshot(String member) {
    return onMember(
        member,
        (known, found) -> {
          Optional<URI> address =
              known.statusOf(found).flatMap(it -> it.self().address()).map(URI::create);
          return address.isEmpty()
              ? refused(RefusalReason.NO_SERVER, found.id() + " does not answer; is it running?")
              : client.administerAt(
                  address.get(),
                  RaftOperations.TAKE_SNAPSHOT,
                  new MemberRequest(Optional.of(known.group()), Optional.of(found)));
        });
  }

  private CompletionStage<CommandOutcome> add(
      String server, MemberStatus as, Optional<String> lost) {
    return withServer(
        server,
        ROUNDS,
        (known, found) ->
            lost.isPresent()
                ? onMember(
                    known, lost.get(), (same, gone) -> add(same, found, as, Optional.of(gone)))
                : add(known, found, as, Optional.empty()));
  }

  /** A server that was just started needs a moment to find the group. */
  private CompletionStage<CommandOutcome> withServer(String server, int rounds, OfServer step) {
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

  private CompletionStage<CommandOutcome> add(
      GroupMembers known, StatusResponse server, MemberStatus as, Optional<Member> lost) {
    Optional<GroupId> group = Optional.of(known.group());
    Optional<NodeId> replaces = lost.map(Member::id);
    return client.administer(
        RaftOperations.ADD_MEMBER,
        new AddMemberRequest(group, server.self().member(), server.self().address(), as, replaces));
  }

  private CompletionStage<CommandOutcome> change(
      Operation<MemberRequest, AdminResponse> operation, String member) {
    return onMember(
        member,
        (known, found) ->
            client.administer(
                operation, new MemberRequest(Optional.of(known.group()), Optional.of(found))));
  }

  private CompletionStage<CommandOutcome> onMember(String member, OfMember step) {
    return inGroup(known -> onMember(known, member, step));
  }

  private static CompletionStage<CommandOutcome> onMember(
      GroupMembers known, String member, OfMember step) {
    List<Member> found = known.configuration().members().stream().toList();
    List<Member> meant = found.stream().filter(it -> isMeant(member, it)).toList();
    if (meant.size() == 1) {
      return step.take(known, meant.get(0));
    }
    return refused(
        RefusalReason.INVALID,
        "%s members of the group are called %s; its members are %s"
            .formatted(meant.size(), member, found));
  }

  private CompletionStage<CommandOutcome> inGroup(
      Function<GroupMembers, CompletionStage<CommandOutcome>> step) {
    return client
        .status()
        .thenCompose(
            servers ->
                only(servers)
                    .map(step)
                    .orElseGet(
                        () ->
                            GroupMembers.groupsOf(servers).isEmpty()
                                ? refused(
                                    RefusalReason.NO_SERVER, "no server of a founded group answers")
                                : refused(
                                    RefusalReason.WRONG_GROUP,
                                    "several groups have this name: "
                                        + GroupMembers.groupsOf(servers))));
  }

  private static Optional<GroupMembers> only(List<StatusResponse> servers) {
    return GroupMembers.groupsOf(servers).size() == 1
        ? Optional.of(GroupMembers.of(servers))
        : Optional.empty();
  }

  private static boolean isMeant(String name, Member member) {
    return Stream.of(member.id().toString(), member.toString()).anyMatch(name::equals);
  }

  private static CompletionStage<CommandOutcome> refused(RefusalReason reason, String detail) {
    return CompletableFuture.completedStage(new CommandOutcome.Refused(reason, detail));
  }

  private interface OfServer {
    CompletionStage<CommandOutcome> take(GroupMembers known, StatusResponse server);
  }

  private interface OfMember {
    CompletionStage<CommandOutcome> take(GroupMembers known, Member member);
  }
}
