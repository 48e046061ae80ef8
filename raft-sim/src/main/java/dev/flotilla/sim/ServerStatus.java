package dev.flotilla.sim;

import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;

/** How a server stands, as far as the specification knows it. */
record ServerStatus(
    Role role,
    long term,
    LogPosition last,
    long commitIndex,
    long durableIndex,
    Configuration configuration) {
  static ServerStatus of(RaftStatus status) {
    return new ServerStatus(
        status.role(),
        status.term(),
        status.last(),
        status.commitIndex(),
        status.durableIndex(),
        status.configuration());
  }

  ServerStatus inTerm(long other) {
    return new ServerStatus(role, other, last, commitIndex, durableIndex, configuration);
  }

  ServerStatus committedUpTo(long other) {
    return new ServerStatus(role, term, last, other, durableIndex, configuration);
  }
}
