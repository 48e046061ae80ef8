package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bdb.Journal;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.ServerProgram;
import java.io.IOException;
import java.util.Optional;

/**
 * One {@link BusyServer} with the journal on Berkeley DB. It answers {@code promise}, and what
 * every such server does. The journal keeps large commands {@link Texts#brief in brief}: clients,
 * network and logs have them whole, and the state stays small enough to be written, and sent, every
 * few seconds.
 */
final class JournalServer {
  private JournalServer() {}

  /** Runs a {@link ServerProgram}. */
  public static void main(String[] arguments) throws IOException {
    Promise.Term term = new Promise.Term();
    BusyServer.serve(
        ServerProgram.of(arguments),
        new Journal(BusyServer.DATABASE),
        batch -> batch.stream().map(JournalServer::brief).toList(),
        (device, question) -> {
          // Whatever is asked: who waits for a server looks often.
          Promise promise = term.look(device.status().progress());
          return Optional.of(promise.text()).filter(it -> question.equals(Promise.QUESTION));
        });
  }

  private static CommittedCommand brief(CommittedCommand one) {
    Command whole = one.command();
    Bytes parameters = Bytes.utf8(Texts.brief(whole.parameters().toUtf8()));
    return new CommittedCommand(
        one.position(), new Command(whole.uid(), whole.command(), parameters, whole.session()));
  }
}
