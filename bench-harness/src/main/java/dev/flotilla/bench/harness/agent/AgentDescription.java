package dev.flotilla.bench.harness.agent;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What an agent says of itself.
 *
 * @param address the literal address at which its servers listen
 * @param version the version and the commit of Flotilla
 * @param programs versions of the systems that it can start, by the names of their programs
 * @param machine processor, cores and JVM of its host, for the reader of results
 */
record AgentDescription(
    String address, String version, Map<String, String> programs, String machine) {
  /** Copies the map; rejects a description with a missing part. */
  AgentDescription {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(machine, "machine");
    programs = new TreeMap<>(programs);
  }
}
