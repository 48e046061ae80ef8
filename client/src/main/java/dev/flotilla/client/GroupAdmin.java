package dev.flotilla.client;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Shows and changes the members of a group, as {@code flotilla members} does. In a group with keys,
 * changes need a certificate with the role admin.
 *
 * <p>Any thread; nothing blocks. Each call first asks the servers for their status, which takes a
 * second; the rest ends within the time limit of the client's calls. Futures complete on a thread
 * of the client, which must not be blocked, and never fail. Changes may be repeated. One that takes
 * longer than a call may is {@link AdminOutcome.Unknown} and goes on; {@link #members} shows it.
 *
 * <p>A server is named by its id, {@code urn:uuid:...}, as {@link GroupMember#id} has it.
 */
public interface GroupAdmin {
  /** What each server that is found says of itself; see {@link GroupClient#status}. */
  CompletableFuture<List<ServerStatus>> status();

  /** Who belongs to the group; empty if no founded group answers, or several of the name do. */
  CompletableFuture<Optional<GroupMembers>> members();

  /**
   * Makes a server a member. Done when it has caught up and votes, or for a learner when it is a
   * member. A server that does not answer is looked for five times.
   *
   * @param server one that was started to join the group, and answers
   * @param as voter, witness or learner
   * @throws IllegalArgumentException for another kind, which nobody can be made
   */
  CompletableFuture<AdminOutcome> add(String server, MemberKind as);

  /**
   * Puts a new server in the place of a member, in one change.
   *
   * @param lost the member to remove; the leader refuses one that answers it
   * @param server one that was started to join the group, and answers
   */
  CompletableFuture<AdminOutcome> replace(String lost, String server);

  /** Removes a member, whether it runs or not; a leader hands over first. Stop it afterwards. */
  CompletableFuture<AdminOutcome> remove(String member);

  /** Makes a learner a voter, when it has caught up. */
  CompletableFuture<AdminOutcome> promote(String learner);

  /** Transfers leadership to this member. */
  CompletableFuture<AdminOutcome> transferLeadership(String target);

  /** Transfers leadership to the member whose log is most complete. */
  CompletableFuture<AdminOutcome> transferLeadership();

  /** Has a member take a snapshot of its state soon, and delete its older log. */
  CompletableFuture<AdminOutcome> snapshot(String member);
}
