package dev.flotilla.batteries.faults;

import dev.flotilla.batteries.Questions;
import dev.flotilla.bdb.BdbSettings;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.node.SnapshotOptions;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One server with the key-value store, as {@code ./flotilla server --state-machine key-value} runs
 * it, but with snapshots and checkpoints many times as often, so that faults meet them. It answers
 * {@code role}, {@code address}, {@code member}, and {@code clocks} with the milliseconds of the
 * day's clock and the nanoseconds of the other.
 */
final class StoreServer {
  private static final SnapshotOptions SNAPSHOTS = new SnapshotOptions(2_000, Long.MAX_VALUE / 8);
  private static final int CHECKPOINT_COMMANDS = 300;
  private static final long CHECKPOINT_BYTES = 1 << 20;

  private StoreServer() {}

  /**
   * Takes the group's name, the number of founders, the data directory and a file of executions.
   */
  public static void main(String[] arguments) throws IOException {
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(Path.of(arguments[2]))
            .group(arguments[0])
            .expect(Integer.parseInt(arguments[1]))
            .snapshots(SNAPSHOTS)
            .build();
    KeyValueStore store =
        new KeyValueStore(
            BdbSettings.DEFAULT.withCheckpointEvery(CHECKPOINT_COMMANDS, CHECKPOINT_BYTES));
    try (Executions executions = Executions.append(Path.of(arguments[3]));
        RaftDevice device = RaftDevice.start(settings, new WatchedStore(store, executions))) {
      device.failed().thenAccept(cause -> System.err.println("the server has failed: " + cause));
      Questions.answer(question -> answer(device, question));
    }
  }

  private static String answer(RaftDevice device, String question) {
    return switch (question) {
      case "address" -> device.address().toString();
      case "member" -> device.member().toString();
      case "clocks" -> System.currentTimeMillis() + " " + System.nanoTime();
      default -> device.status().role();
    };
  }
}
