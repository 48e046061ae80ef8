package dev.flotilla.bench.harness.report;

import java.util.Map;

/**
 * What is the same for all runs of a system in one directory.
 *
 * @param system the system's name
 * @param version its version
 * @param durability what has reached the disk at the answer
 * @param configuration its settings
 * @param environment machine, commit, command line
 */
record AboutSystem(
    String system,
    String version,
    String durability,
    String configuration,
    Map<String, String> environment) {
  static AboutSystem of(JsonFields line) {
    String system = line.text("system", "unknown");
    JsonFields environment = line.fields("environment");
    return new AboutSystem(
        system,
        environment.fields("versions").text(system, ""),
        line.text("durability", "unknown"),
        line.text("configuration", "unknown"),
        environment.texts());
  }
}
