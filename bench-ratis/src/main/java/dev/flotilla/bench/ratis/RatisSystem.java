package dev.flotilla.bench.ratis;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.LeaderQuery;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Apache Ratis with its defaults: gRPC between the servers, a forced log, and a journal as its
 * state machine.
 *
 * <p>Runs in the harness's process, whose class path has no Ratis: everything here is names and
 * files.
 */
public final class RatisSystem implements SystemUnderTest {
  private static final String SERVER_CLASS = "dev.flotilla.bench.ratis.RatisServerMain";
  private static final String CLIENT_CLASS = "dev.flotilla.bench.ratis.RatisClientMain";
  private static final List<String> JVM_OPTIONS = List.of("-Xmx2g");
  private static final String QUIET = "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn";

  private final String classPath = JavaProgram.classPathOf(RatisSystem.class);
  private final List<String> jvmOptions;

  /** For {@link java.util.ServiceLoader}. */
  public RatisSystem() {
    this(JVM_OPTIONS);
  }

  private RatisSystem(List<String> jvmOptions) {
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  @Override
  public String name() {
    return "ratis";
  }

  @Override
  public String version() {
    return SystemUnderTest.versionOf(RatisSystem.class, "versions.properties", "ratis");
  }

  @Override
  public String durability() {
    return "a majority of the servers has forced the log (unsafe and asynchronous flush are off, the"
        + " defaults), and the leader has applied the command";
  }

  @Override
  public String configuration() {
    return "Ratis's defaults, gRPC, no snapshots; server JVM " + String.join(" ", serverOptions());
  }

  private List<String> serverOptions() {
    List<String> options = new ArrayList<>(jvmOptions);
    options.add(QUIET);
    return options;
  }

  @Override
  public List<String> jvmOptions() {
    return jvmOptions;
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new RatisSystem(options);
  }

  @Override
  public int portsPerServer() {
    return Ensemble.PORTS_PER_SERVER;
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) {
    return new JavaProgram(
        classPath,
        SERVER_CLASS,
        serverOptions(),
        List.of(
            Integer.toString(plan.number()),
            new Ensemble(plan.endpoints()).text(),
            directory.toString()));
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    ServerProcesses servers = ServerProcesses.start(plan, this);
    servers.awaitEach(server -> LeaderPort.ask(server).isPresent(), "knows no leader");
    Ensemble ensemble = new Ensemble(servers.endpoints());
    return new Cluster(
        ensemble.text(), servers, LeaderQuery.asking(number -> leads(ensemble, number)));
  }

  /** Whether a server knows itself as the leader. */
  private static boolean leads(Ensemble ensemble, int number) {
    return LeaderPort.ask(ensemble.endpoints().get(number - 1))
        .filter(leader -> leader.equals(LeaderPort.SERVER + number))
        .isPresent();
  }

  @Override
  public JavaProgram client() {
    return new JavaProgram(classPath, CLIENT_CLASS, List.of("-Xmx512m", QUIET), List.of());
  }
}
