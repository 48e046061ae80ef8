package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@link FlotillaSystem} whose servers send to each other by TCP in place of SOAP. */
public final class FlotillaTcpSystem extends SystemVariant {
  /** For {@link java.util.ServiceLoader}. */
  public FlotillaTcpSystem() {
    this(new FlotillaSystem());
  }

  private FlotillaTcpSystem(SystemUnderTest flotilla) {
    super(flotilla);
  }

  @Override
  public String name() {
    return super.name() + "-tcp";
  }

  @Override
  public String programName() {
    return name();
  }

  @Override
  public String configuration() {
    return "TCP between servers; " + super.configuration();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new FlotillaTcpSystem(system().withJvmOptions(options));
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return FlotillaSystem.start(plan, this);
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    return super.server(plan, directory).withArgument("--transport").withArgument("tcp");
  }
}
