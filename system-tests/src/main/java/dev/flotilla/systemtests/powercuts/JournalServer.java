package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bdb.Journal;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.Questions;
import java.io.IOException;

/**
 * One {@link BusyServer} with the journal on Berkeley DB, large commands in brief. It answers
 * {@code promise}, and what every such server does.
 */
final class JournalServer {
  private JournalServer() {}

  /** Takes what {@link BusyServer#start} does. */
  public static void main(String[] arguments) throws IOException {
    BriefJournal machine = new BriefJournal(new Journal(BusyServer.DATABASE));
    try (RaftDevice device = BusyServer.start(machine, arguments)) {
      PromisedTerm term = new PromisedTerm();
      Questions.answer(question -> answer(device, term, question));
    }
  }

  private static String answer(RaftDevice device, PromisedTerm term, String question) {
    // Whatever is asked: who waits for a server looks often.
    Promise promise = term.look(device.status().progress());
    return question.equals(Promise.QUESTION) ? promise.text() : BusyServer.answer(device, question);
  }
}
