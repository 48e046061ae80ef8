package dev.flotilla.bench.harness;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.ClientProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A system all of whose clients are one object of its client library, which has a command of each
 * in flight.
 *
 * @param system with clients of their own
 */
record SharedVariant(SystemUnderTest system) implements SystemUnderTest {
  /** Ends the name of the system. */
  static final String SHARED = "+shared";

  @Override
  public String name() {
    return system.name() + SHARED;
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
    return "one client object for all clients; " + system.configuration();
  }

  @Override
  public List<String> jvmOptions() {
    return system.jvmOptions();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new SharedVariant(system.withJvmOptions(options));
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
    return ClientProcess.sharing(system.client());
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return ClientProcess.sharing(system.client(reconnection));
  }
}
