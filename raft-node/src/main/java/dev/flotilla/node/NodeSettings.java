package dev.flotilla.node;

import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.RaftOptions;
import java.nio.file.Path;

/**
 * What a node is told about itself.
 *
 * @param groupName the group's name, for threads and messages
 * @param self this server
 * @param configuration who votes; this server among them
 * @param options the bounds and intervals of the protocol
 * @param machineDirectory where the state machine may keep its files; must exist
 * @param seed of all randomness; a secret, since it also protects against uids chosen to collide
 */
public record NodeSettings(
    String groupName,
    Member self,
    Configuration configuration,
    RaftOptions options,
    Path machineDirectory,
    long seed) {
  /** Rejects a server that is not in the configuration. */
  public NodeSettings {
    if (!configuration.isVoter(self)) {
      throw new IllegalArgumentException(
          self + " is not among the voters of group '" + groupName + "': " + configuration);
    }
  }

  /** Keeps the seed to itself. */
  @Override
  public String toString() {
    return "node " + self + " of group '" + groupName + "', " + configuration + ", " + options;
  }
}
