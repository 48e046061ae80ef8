package dev.flotilla.batteries.powercuts;

import dev.flotilla.batteries.BusyServer;
import dev.flotilla.batteries.Questions;
import dev.flotilla.bdb.Journal;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.wire.StatusResponse;
import java.io.IOException;

/**
 * One server with the journal on Berkeley DB, as {@code ./flotilla server} runs it, but with
 * snapshots and checkpoints many times as often, so that cuts meet them. It answers {@code role},
 * {@code address} and {@code promise}.
 */
final class JournalServer {
  private JournalServer() {}

  /** Takes the group's name, the number of founders and the data directory. */
  public static void main(String[] arguments) throws IOException {
    try (RaftDevice device = BusyServer.start(new Journal(BusyServer.DATABASE), arguments)) {
      PromisedTerm term = new PromisedTerm();
      Questions.answer(question -> answer(device, term, question));
    }
  }

  private static String answer(RaftDevice device, PromisedTerm term, String question) {
    StatusResponse status = device.status();
    // Whatever is asked: who waits for a server looks often.
    Promise promise = term.look(status.progress());
    return switch (question) {
      case "address" -> device.address().toString();
      case Promise.QUESTION -> promise.text();
      default -> status.role();
    };
  }
}
