package dev.flotilla.systemtests;

import dev.flotilla.bdb.BdbSettings;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.OnDamage;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A server as {@code ./flotilla server} runs it, but with snapshots and checkpoints many times as
 * often, and few entries behind them, so that faults meet them, and segments that are dropped, and
 * snapshots that are installed; and without a way back from damage, which would hide it. Any
 * thread.
 */
public final class BusyServer {
  /** Of its database. */
  public static final BdbSettings DATABASE = BdbSettings.DEFAULT.withCheckpointEvery(300, 1 << 20);

  /** Entries that stay in its log behind a snapshot. */
  static final int KEPT_ENTRIES = 500;

  /** Asks for the last entry of its newest snapshot; 0 if there is none. */
  static final String SNAPSHOT = "snapshot";

  /** Not so often that a newer one, and a log that is dropped, outruns one that is being sent. */
  private static final SnapshotOptions SNAPSHOTS = new SnapshotOptions(2_000, Long.MAX_VALUE / 8);

  private static final RaftOptions OPTIONS =
      RaftOptions.DEFAULT.withSnapshots(CompactionOptions.DEFAULT.maxChunkBytes(), KEPT_ENTRIES);

  private BusyServer() {}

  /**
   * Starts it; a later failure is told on the standard error stream.
   *
   * @param arguments the group's name, the number of founders, the data directory, and a file for
   *     what {@link Turnover} counts
   * @throws IOException if it cannot be started
   */
  public static RaftDevice start(RestorableStateMachine machine, String... arguments)
      throws IOException {
    Path directory = Path.of(arguments[2]);
    RaftDevice device =
        RaftDevice.start(
            RaftDeviceSettings.builder(directory)
                .group(arguments[0])
                .expect(Integer.parseInt(arguments[1]))
                .options(OPTIONS)
                .snapshots(SNAPSHOTS)
                .onDamage(OnDamage.REFUSE)
                .build(),
            new LogWatch(machine, directory, Path.of(arguments[3])));
    device.failed().thenAccept(cause -> System.err.println("the server has failed: " + cause));
    return device;
  }

  /** What any such server answers to {@code address} and {@code snapshot}; its role to all else. */
  public static String answer(RaftDevice device, String question) {
    return switch (question) {
      case "address" -> device.address().toString();
      case SNAPSHOT ->
          Long.toString(device.status().snapshot().map(SnapshotStatus::index).orElse(0L));
      default -> device.status().role();
    };
  }
}
