package dev.flotilla.bench.harness;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A system whose servers run with another system's JVM options, so that no difference between the
 * systems is one of their options.
 *
 * @param name such as {@code zookeeper@flotilla}
 * @param system the system with those options
 */
record JvmVariant(String name, SystemUnderTest system) implements SystemUnderTest {
  /** Stands between the name of the system and that of the other one. */
  static final String WITH_OPTIONS_OF = "@";

  static JvmVariant of(SystemUnderTest system, SystemUnderTest other) {
    return new JvmVariant(
        system.name() + WITH_OPTIONS_OF + other.name(), system.withJvmOptions(other.jvmOptions()));
  }

  @Override
  public String version() {
    return system.version();
  }

  @Override
  public String durability() {
    return system.durability();
  }

  @Override
  public String configuration() {
    return system.configuration();
  }

  @Override
  public List<String> jvmOptions() {
    return system.jvmOptions();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new JvmVariant(name, system.withJvmOptions(options));
  }

  @Override
  public String programName() {
    return system.programName();
  }

  @Override
  public int portsPerServer() {
    return system.portsPerServer();
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    return system.server(plan, directory);
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return system.start(plan);
  }

  @Override
  public JavaProgram client() {
    return system.client();
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return system.client(reconnection);
  }
}
