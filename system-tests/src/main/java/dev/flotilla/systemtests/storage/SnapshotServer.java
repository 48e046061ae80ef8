package dev.flotilla.systemtests.storage;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import dev.flotilla.ServerStartException;
import dev.flotilla.bdb.Journal;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.systemtests.Questions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;

/**
 * One server with a journal, in a process of its own. It answers {@link #MEMBER} when it serves,
 * and {@link #HEAP} with the most bytes that its heap has held.
 */
final class SnapshotServer {
  static final String MEMBER = "member";
  static final String HEAP = "heap";

  /** In place of the number of founders: it waits to be added. */
  static final String JOINS = "join";

  /** In place of nothing: it reads a snapshot as a whole, which is the control. */
  static final String GREEDY = "greedy";

  private SnapshotServer() {}

  /**
   * Takes the group's name, the number of founders or {@link #JOINS}, the data directory, bytes per
   * second of snapshots, and maybe {@link #GREEDY}.
   */
  public static void main(String[] arguments) throws IOException, ServerStartException {
    StateMachine machine = arguments.length > 4 ? new GreedyJournal() : new Journal();
    ServerBuilder builder = FlotillaServer.builder(machine).group(arguments[0]);
    if (arguments[1].equals(JOINS)) {
      builder.join();
    } else {
      builder.expect(Integer.parseInt(arguments[1]));
    }
    builder.directory(Path.of(arguments[2])).snapshotBytesPerSecond(Long.parseLong(arguments[3]));
    try (FlotillaServer server = builder.start()) {
      Questions.answer(
          question ->
              question.equals(HEAP) ? Long.toString(peakHeapBytes()) : server.member().toString());
    }
  }

  /** The sum of what each part of it has held at the most, which need not have been at once. */
  private static long peakHeapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}
