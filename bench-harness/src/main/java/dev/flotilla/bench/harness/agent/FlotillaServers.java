package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * Servers of Flotilla, which find each other by the name of their group.
 *
 * @param networkOptions the options of {@code flotilla server} for the interface of the agent
 */
record FlotillaServers(List<String> networkOptions) implements AgentSystem {
  @Override
  public String name() {
    return "flotilla";
  }

  @Override
  public JavaProgram server(
      UUID manager, int number, int servers, Path data, List<String> jvmOptions) {
    JavaProgram program =
        FlotillaSystem.serverProgram("bench-" + manager, servers, data, jvmOptions);
    for (String option : networkOptions) {
      program = program.withArgument(option);
    }
    return program;
  }
}
