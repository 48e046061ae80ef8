package dev.flotilla.systemtests.faults;

import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One {@link BusyServer} with the key-value store, and a record of what that was given. */
final class StoreServer {
  private static final String EXECUTIONS = ".executions";

  private StoreServer() {}

  /** Runs a {@link ServerProgram}. */
  public static void main(String[] arguments) throws IOException {
    ServerProgram program = ServerProgram.of(arguments);
    try (Executions executions = Executions.append(program.note(EXECUTIONS))) {
      BusyServer.serve(
          program,
          new KeyValueStore(BusyServer.DATABASE),
          executions::add,
          (device, question) -> Optional.empty());
    }
  }

  /** What was executed by any server of a group. */
  static List<Executions.Execution> executions(ServerGroup servers) throws IOException {
    List<Executions.Execution> all = new ArrayList<>();
    for (Path file : servers.notes(EXECUTIONS)) {
      all.addAll(Executions.read(file));
    }
    return all;
  }
}
