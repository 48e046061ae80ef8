package dev.flotilla.sim;

import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;

/** How a server stands, as far as the specification knows it. */
record Standing(
    Role role,
    long term,
    LogPosition last,
    long commitIndex,
    long durableIndex,
    Configuration configuration) {
  static Standing of(RaftStatus status) {
    return new Standing(
        status.role(),
        status.term(),
        status.last(),
        status.commitIndex(),
        status.durableIndex(),
        status.configuration());
  }

  Standing inTerm(long other) {
    return new Standing(role, other, last, commitIndex, durableIndex, configuration);
  }

  Standing committedUpTo(long other) {
    return new Standing(role, term, last, other, durableIndex, configuration);
  }
}
