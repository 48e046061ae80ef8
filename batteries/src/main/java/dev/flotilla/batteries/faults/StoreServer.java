package dev.flotilla.batteries.faults;

import dev.flotilla.batteries.BusyServer;
import dev.flotilla.batteries.Questions;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.raftdpws.RaftDevice;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One server with the key-value store, as {@code ./flotilla server --state-machine key-value} runs
 * it, but with snapshots and checkpoints many times as often, so that faults meet them. It answers
 * {@code role}, {@code address}, {@code member}, and {@code clocks} with the milliseconds of the
 * day's clock and the nanoseconds of the other.
 */
final class StoreServer {
  private StoreServer() {}

  /**
   * Takes the group's name, the number of founders, the data directory and a file of executions.
   */
  public static void main(String[] arguments) throws IOException {
    KeyValueStore store = new KeyValueStore(BusyServer.DATABASE);
    try (Executions executions = Executions.append(Path.of(arguments[3]));
        RaftDevice device = BusyServer.start(new WatchedStore(store, executions), arguments)) {
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
