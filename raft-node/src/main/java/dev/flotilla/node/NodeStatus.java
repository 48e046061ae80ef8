package dev.flotilla.node;

import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a node stands. The parts are read one after another, so {@code appliedIndex} may be newer
 * than the rest.
 *
 * @param state whether it runs
 * @param self this server
 * @param raft role, term, leader and indexes
 * @param appliedIndex the last entry whose effects the state machine holds
 */
public record NodeStatus(NodeState state, Member self, RaftStatus raft, long appliedIndex) {
  /** Who counts: the latest configuration in the log, committed or not. */
  public Configuration configuration() {
    return raft.configuration();
  }

  /** The current role; of a node that does not run, its last. */
  public Role role() {
    return raft.role();
  }

  /** The current term. */
  public long term() {
    return raft.term();
  }

  /** The leader of this term, as far as known; this server itself when it leads. */
  public Optional<Member> leader() {
    return raft.leader();
  }

  /** The index of the last entry of the log. */
  public long lastIndex() {
    return raft.last().index();
  }

  /** The highest entry known to be committed. */
  public long commitIndex() {
    return raft.commitIndex();
  }

  /** The highest entry that is synced here. */
  public long durableIndex() {
    return raft.durableIndex();
  }

  /**
   * The index of the entry that leaves this server out, once that is committed. Of meaning for a
   * server that has been a member: a log that is still catching up may tell of times before it was.
   */
  public OptionalLong leftOutAt() {
    boolean isMember = configuration().equals(Configuration.NONE) || configuration().isMember(self);
    return isMember || raft.configurationIndex() > commitIndex()
        ? OptionalLong.empty()
        : OptionalLong.of(raft.configurationIndex());
  }

  /** Whether this server runs and leads. */
  public boolean isLeading() {
    return state == NodeState.RUNNING && role() == Role.LEADER;
  }
}
