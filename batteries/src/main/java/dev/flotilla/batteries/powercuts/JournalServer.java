package dev.flotilla.batteries.powercuts;

import dev.flotilla.batteries.Questions;
import dev.flotilla.bdb.BdbSettings;
import dev.flotilla.bdb.Journal;
import dev.flotilla.node.SnapshotOptions;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One server with the journal on Berkeley DB, as {@code ./flotilla server} runs it, but with
 * snapshots and checkpoints many times as often, so that cuts meet them. It answers {@code role}
 * and {@code address}.
 */
final class JournalServer {
  private static final SnapshotOptions SNAPSHOTS = new SnapshotOptions(2_000, Long.MAX_VALUE / 8);
  private static final int CHECKPOINT_COMMANDS = 300;
  private static final long CHECKPOINT_BYTES = 1 << 20;

  private JournalServer() {}

  /** Takes the group's name, the number of founders and the data directory. */
  public static void main(String[] arguments) throws IOException {
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(Path.of(arguments[2]))
            .group(arguments[0])
            .expect(Integer.parseInt(arguments[1]))
            .snapshots(SNAPSHOTS)
            .build();
    Journal journal =
        new Journal(BdbSettings.DEFAULT.withCheckpointEvery(CHECKPOINT_COMMANDS, CHECKPOINT_BYTES));
    try (RaftDevice device = RaftDevice.start(settings, journal)) {
      device.failed().thenAccept(cause -> System.err.println("the server has failed: " + cause));
      Questions.answer(question -> answer(device, question));
    }
  }

  private static String answer(RaftDevice device, String question) {
    return question.equals("address") ? device.address().toString() : device.status().role();
  }
}
