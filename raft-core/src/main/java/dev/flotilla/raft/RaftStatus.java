package dev.flotilla.raft;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raft.progress.LostEntries;
import java.util.List;
import java.util.Optional;

/**
 * A view of the core, for operators and for routing clients.
 *
 * @param role the current role
 * @param term the current term
 * @param leader the leader of this term, as far as known; this server itself when it leads
 * @param last the last position of the log
 * @param commitIndex the highest entry known to be committed
 * @param durableIndex the highest entry that is synced here
 * @param heir to whom this leader is handing its office over, if it is
 * @param configuration who counts: the latest configuration in the log, committed or not
 * @param configurationIndex where the log says so
 * @param activeVersion the version of the protocol that is in force
 * @param resignation why this server gave up its last term of leadership; empty if it leads, knows
 *     a leader, or did not give one up
 * @param contradictions what received messages have contradicted
 * @param losses members that have lost entries which they had confirmed to this server as leader;
 *     they count for nothing here until they are replaced
 * @param ownLoss what this server itself has lost of what it had confirmed, as a leader has shown
 *     it; it must end then, and never vote again under its incarnation (safety rule 2)
 * @param timeout the election timeout that is in force
 */
public record RaftStatus(
    Role role,
    long term,
    Optional<Member> leader,
    LogPosition last,
    long commitIndex,
    long durableIndex,
    Optional<Member> heir,
    Configuration configuration,
    long configurationIndex,
    int activeVersion,
    Optional<String> resignation,
    Contradictions contradictions,
    List<LostEntries> losses,
    Optional<LostEntries> ownLoss,
    TimeoutInForce timeout) {
  /**
   * The status of a server that gave up no term of leadership, met no contradiction and no delay.
   */
  public RaftStatus(
      Role role,
      long term,
      Optional<Member> leader,
      LogPosition last,
      long commitIndex,
      long durableIndex,
      Optional<Member> heir,
      Configuration configuration,
      long configurationIndex,
      int activeVersion) {
    this(
        role,
        term,
        leader,
        last,
        commitIndex,
        durableIndex,
        heir,
        configuration,
        configurationIndex,
        activeVersion,
        Optional.empty(),
        Contradictions.NONE,
        List.of(),
        Optional.empty(),
        TimeoutInForce.configured(RaftOptions.DEFAULT));
  }

  static RaftStatus of(Replica replica) {
    return new RaftStatus(
        replica.role.role(),
        replica.term,
        replica.role.leader(),
        replica.log.last(),
        replica.committed.commitIndex(),
        replica.durability.durableIndex(),
        replica.role.heir(),
        replica.configuration,
        replica.log.configurations().latestIndex(),
        replica.versions.active,
        replica.resignation,
        replica.contradictions,
        replica.confirmations.losses(),
        replica.ownLoss,
        replica.timeout.inForce());
  }

  /**
   * Whether {@link Ready#status()} reports it after another one: a change of the log alone does not
   * count.
   */
  boolean differs(RaftStatus before) {
    return before.role != role
        || before.term != term
        || !before.leader.equals(leader)
        || !before.heir.equals(heir)
        || !before.resignation.equals(resignation)
        || !before.contradictions.equals(contradictions)
        || !before.ownLoss.equals(ownLoss)
        || !before.losses.equals(losses)
        || !before.configuration.equals(configuration);
  }

  /** The same when only the log has got on. */
  RaftStatus at(LogPosition newLast, long newCommitIndex, long newDurableIndex) {
    return new RaftStatus(
        role,
        term,
        leader,
        newLast,
        newCommitIndex,
        newDurableIndex,
        heir,
        configuration,
        configurationIndex,
        activeVersion,
        resignation,
        contradictions,
        losses,
        ownLoss,
        timeout);
  }
}
