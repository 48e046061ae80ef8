package dev.flotilla.bench.harness.agent;

import java.util.List;

/**
 * Asks an agent to start a process. It never holds a command line.
 *
 * @param caller who asks
 * @param process what is started
 * @param servers how many servers the cluster has
 * @param jvmOptions from the list of {@link JvmOptions}
 */
record StartRequest(Caller caller, ProcessName process, int servers, List<String> jvmOptions) {
  /** Refuses options that are not allowed, and a number beyond the cluster. */
  StartRequest {
    jvmOptions = JvmOptions.requireAllowed(jvmOptions);
    if (servers < process.number() || servers > ProcessName.MAX_NUMBER) {
      throw new IllegalArgumentException(
          "a cluster of %s servers has no server %s".formatted(servers, process.number()));
    }
  }
}
