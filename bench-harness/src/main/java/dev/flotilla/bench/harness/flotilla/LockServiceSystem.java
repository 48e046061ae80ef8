package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Flotilla with the lock service of {@code examples/locks} as its state machine; otherwise like
 * {@link FlotillaSystem}, whose libraries and JVM options its servers use.
 */
public final class LockServiceSystem extends SystemVariant {
  private static final String SERVER_CLASS = "dev.flotilla.examples.locks.LockServer";

  private final String serverClassPath;

  /**
   * The lock service of this checkout.
   *
   * @param flotilla the system whose name, version and JVM options it has
   */
  public LockServiceSystem(SystemUnderTest flotilla) {
    this(flotilla, launcherClassPath());
  }

  LockServiceSystem(SystemUnderTest flotilla, String serverClassPath) {
    super(flotilla);
    this.serverClassPath = serverClassPath;
  }

  /** The harness does not depend on the examples: it runs what is built beside it. */
  private static String launcherClassPath() {
    Path examples = Path.of(System.getProperty("flotilla.home", ""), "examples", "target");
    return examples.resolve("*") + File.pathSeparator + FlotillaSystem.launcherClassPath();
  }

  @Override
  public String configuration() {
    return "the lock service of examples/locks; " + system().configuration();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new LockServiceSystem(system().withJvmOptions(options), serverClassPath);
  }

  @Override
  public String programName() {
    return "flotilla-locks";
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return FlotillaSystem.start(plan, this);
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(plan.cluster());
    arguments.add(Integer.toString(plan.servers()));
    arguments.add(directory.toString());
    arguments.add(Integer.toString(plan.own().port()));
    Route.interfaceTowards(plan.own().host()).ifPresent(arguments::add);
    return new JavaProgram(serverClassPath, SERVER_CLASS, jvmOptions(), arguments);
  }

  @Override
  public JavaProgram client() {
    return client(Reconnection.DEFAULT);
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return FlotillaSystem.clientProgram(LockClientMain.class, reconnection);
  }
}
