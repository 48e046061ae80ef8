package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.locks.LockServer;
import dev.flotilla.bench.harness.locks.LockTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Flotilla with a {@link LockTable} as its state machine; otherwise like {@link FlotillaSystem},
 * whose JVM options its servers use.
 */
public final class LockServiceSystem extends SystemVariant {
  /**
   * The lock service of this checkout.
   *
   * @param flotilla the system whose name, version and JVM options it has
   */
  public LockServiceSystem(SystemUnderTest flotilla) {
    super(flotilla);
  }

  @Override
  public String configuration() {
    return "1,000,000 locks; " + system().configuration();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new LockServiceSystem(system().withJvmOptions(options));
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
    return new JavaProgram(
        JavaProgram.classPathOf(LockServer.class),
        LockServer.class.getName(),
        jvmOptions(),
        arguments);
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
