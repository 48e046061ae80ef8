package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A system that is another one but for what its subclass changes. */
public abstract class SystemVariant implements SystemUnderTest {
  private final SystemUnderTest system;

  /**
   * A variant.
   *
   * @param system what it is a variant of
   */
  protected SystemVariant(SystemUnderTest system) {
    this.system = system;
  }

  /** What it is a variant of. */
  protected final SystemUnderTest system() {
    return system;
  }

  @Override
  public String name() {
    return system.name();
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
  public abstract SystemUnderTest withJvmOptions(List<String> options);

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
