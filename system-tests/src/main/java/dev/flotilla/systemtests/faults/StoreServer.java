package dev.flotilla.systemtests.faults;

import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.Questions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One {@link BusyServer} with the key-value store. It answers {@code member}, {@code clocks} with
 * the milliseconds of the day's clock and the nanoseconds of the other, and what every such server
 * does.
 */
final class StoreServer {
  private StoreServer() {}

  /** Takes what {@link BusyServer#start} does, and a file of executions. */
  public static void main(String[] arguments) throws IOException {
    KeyValueStore store = new KeyValueStore(BusyServer.DATABASE);
    try (Executions executions = Executions.append(Path.of(arguments[4]));
        RaftDevice device = BusyServer.start(new WatchedStore(store, executions), arguments)) {
      Questions.answer(question -> answer(device, question));
    }
  }

  private static String answer(RaftDevice device, String question) {
    return switch (question) {
      case "member" -> device.member().toString();
      case "clocks" -> System.currentTimeMillis() + " " + System.nanoTime();
      default -> BusyServer.answer(device, question);
    };
  }
}
