package dev.flotilla.raft;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
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
    Contradictions contradictions) {
  /** The status of a server that gave up no term of leadership and met no contradiction. */
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
        Contradictions.NONE);
  }
}
