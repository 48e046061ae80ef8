package dev.flotilla.bench.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where and how a run was made; {@code unknown} stands for what could not be found out.
 *
 * @param machine the processor's name
 * @param cores processors that the JVM sees
 * @param memoryMegabytes memory of the machine
 * @param dataFileSystem type of the file system that the servers write to
 * @param jdk the JVM that runs everything
 * @param os operating system, version and architecture
 * @param versions version of each system under test
 * @param gitCommit the commit that the harness runs from
 * @param commandLine words of the command line
 */
public record Environment(
    String machine,
    int cores,
    long memoryMegabytes,
    String dataFileSystem,
    String jdk,
    String os,
    Map<String, String> versions,
    String gitCommit,
    String commandLine) {
  /** Copies the map. */
  public Environment {
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }

  /**
   * The same, with more about the hosts.
   *
   * @param hosts what to add to the machine
   */
  public Environment on(String hosts) {
    return new Environment(
        machine + "; " + hosts,
        cores,
        memoryMegabytes,
        dataFileSystem,
        jdk,
        os,
        versions,
        gitCommit,
        commandLine);
  }
}
