package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is installed on a host: manager and agents must have the same.
 *
 * @param version the version and the commit of Flotilla
 * @param machine processor, cores and JVM of this host
 * @param programs the systems whose servers can be started, by the names of their programs
 */
public record Installation(String version, String machine, Map<String, SystemUnderTest> programs) {
  /** Copies the map. */
  public Installation {
    programs = Map.copyOf(programs);
  }

  /** Looks an installation up. */
  @FunctionalInterface
  public interface Source {
    /**
     * The installation of this host.
     *
     * @throws IOException if its files cannot be read
     */
    Installation load() throws IOException;
  }

  /** Versions by the names of the programs. */
  Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    programs.forEach((name, system) -> versions.put(name, system.version()));
    return versions;
  }
}
