package dev.flotilla.systemtests.storage;

import dev.flotilla.FlotillaServer;
import dev.flotilla.bdb.Journal;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.systemtests.ForwardingMachine;
import dev.flotilla.systemtests.ServerProgram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * One server with a journal, or with the mistake that the system test looks for: a whole snapshot
 * in the heap.
 */
final class SnapshotServer extends ForwardingMachine {
  /** Makes the mistake, which is the control. */
  static final String GREEDY = "greedy";

  private SnapshotServer() {
    super(new Journal());
  }

  /**
   * Runs a {@link ServerProgram}; takes bytes per second of snapshots, and maybe {@link #GREEDY}.
   */
  public static void main(String[] arguments) throws IOException {
    ServerProgram program = ServerProgram.of(arguments);
    StateMachine machine = program.more().contains(GREEDY) ? new SnapshotServer() : new Journal();
    program.serve(
        FlotillaServer.builder(machine)
            .snapshotBytesPerSecond(Long.parseLong(program.more().get(0))));
  }

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    super.restoreFrom(new ByteArrayInputStream(source.readAllBytes()), lastIndex);
  }
}
