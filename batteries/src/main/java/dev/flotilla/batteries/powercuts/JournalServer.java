package dev.flotilla.batteries.powercuts;

import dev.flotilla.batteries.BusyServer;
import dev.flotilla.batteries.Questions;
import dev.flotilla.bdb.Journal;
import dev.flotilla.raftdpws.RaftDevice;
import java.io.IOException;

/**
 * One server with the journal on Berkeley DB, as {@code ./flotilla server} runs it, but with
 * snapshots and checkpoints many times as often, so that cuts meet them. It answers {@code role}
 * and {@code address}.
 */
final class JournalServer {
  private JournalServer() {}

  /** Takes the group's name, the number of founders and the data directory. */
  public static void main(String[] arguments) throws IOException {
    try (RaftDevice device = BusyServer.start(new Journal(BusyServer.DATABASE), arguments)) {
      Questions.answer(question -> answer(device, question));
    }
  }

  private static String answer(RaftDevice device, String question) {
    return question.equals("address") ? device.address().toString() : device.status().role();
  }
}
