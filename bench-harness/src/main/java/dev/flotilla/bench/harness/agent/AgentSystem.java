package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.JavaProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** A system whose servers an agent can start. Any thread; does not block. */
interface AgentSystem {
  /** Its name, as in {@link dev.flotilla.bench.SystemUnderTest#name}. */
  String name();

  /**
   * The program of one server.
   *
   * @param manager whose cluster it belongs to
   * @param number the server's number
   * @param servers how many servers the cluster has
   * @param data a directory for its data, the same when it is started again
   * @param jvmOptions options that are allowed
   */
  JavaProgram server(UUID manager, int number, int servers, Path data, List<String> jvmOptions);
}
