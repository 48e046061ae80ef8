package dev.flotilla.node;

import dev.flotilla.node.loop.MemoryShares;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.RaftOptions;
import java.nio.file.Path;

/**
 * What a node is told, beside what its directory says of it.
 *
 * @param configuration who founded the group, the directory's member among them; {@link
 *     Configuration#NONE} for a server that joins later: it is passive until a leader calls it.
 *     What the log says goes before
 * @param options the bounds and intervals of the protocol
 * @param machineDirectory where the state machine may keep its files; must exist
 * @param snapshots when snapshots are taken
 * @param supportedVersion the latest version of the protocol that is spoken, normally {@link
 *     ProtocolVersions#SUPPORTED}
 * @param seed of all randomness; a secret, since it also protects against uids chosen to collide
 * @param memory what its queues may hold
 */
public record NodeSettings(
    Configuration configuration,
    RaftOptions options,
    SnapshotOptions snapshots,
    Path machineDirectory,
    int supportedVersion,
    long seed,
    MemoryShares memory) {
  /** With as much memory for messages as a node ever takes. */
  public NodeSettings(
      Configuration configuration,
      RaftOptions options,
      SnapshotOptions snapshots,
      Path machineDirectory,
      int supportedVersion,
      long seed) {
    this(
        configuration,
        options,
        snapshots,
        machineDirectory,
        supportedVersion,
        seed,
        MemoryShares.LARGEST);
  }

  /** For a server that speaks all that this program knows. */
  public NodeSettings(
      Configuration configuration,
      RaftOptions options,
      SnapshotOptions snapshots,
      Path machineDirectory,
      long seed) {
    this(configuration, options, snapshots, machineDirectory, ProtocolVersions.SUPPORTED, seed);
  }

  /** Likewise, and takes snapshots as usual. */
  public NodeSettings(
      Configuration configuration, RaftOptions options, Path machineDirectory, long seed) {
    this(configuration, options, SnapshotOptions.DEFAULT, machineDirectory, seed);
  }

  /** The same with other shares of the memory for messages. */
  public NodeSettings withMemory(MemoryShares shares) {
    return new NodeSettings(
        configuration, options, snapshots, machineDirectory, supportedVersion, seed, shares);
  }

  /** Keeps the seed to itself. */
  @Override
  public String toString() {
    return configuration + ", " + options + ", " + snapshots + ", machine in " + machineDirectory;
  }
}
