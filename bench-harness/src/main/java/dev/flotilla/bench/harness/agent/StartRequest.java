package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ServerPlan;
import java.util.List;
import java.util.Objects;

/**
 * Asks an agent to start a server. It never holds a class or a command line.
 *
 * @param program the name of the program, from the agent's own list
 * @param plan which server of which cluster
 * @param jvmOptions from the list of {@link JvmOptions}
 */
record StartRequest(String program, ServerPlan plan, List<String> jvmOptions) {
  /** Rejects options that are not allowed. */
  StartRequest {
    Objects.requireNonNull(program, "program");
    Objects.requireNonNull(plan, "plan");
    jvmOptions = JvmOptions.requireAllowed(jvmOptions);
  }
}
