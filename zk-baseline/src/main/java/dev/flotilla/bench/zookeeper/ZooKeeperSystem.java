package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.Endpoint;
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
 * Apache ZooKeeper as it is shipped: each server is a {@code QuorumPeerMain} process with the
 * paper's settings, which forces its log before it answers.
 *
 * <p>Runs in the harness's process, whose class path has no ZooKeeper: everything here is names and
 * files.
 */
public class ZooKeeperSystem implements SystemUnderTest {
  private static final String SERVER_CLASS = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
  private static final String CLIENT_CLASS = "dev.flotilla.bench.zookeeper.ZooKeeperClientMain";

  // zkServer.sh gives 1000 MB, which a quarter of an hour's znodes on one server would fill.
  private static final List<String> JVM_OPTIONS = List.of("-Xmx2g");

  // Releases before 3.5 register the loggers of Log4j 1, which is not on their class path here.
  private static final List<String> PROPERTIES =
      List.of(
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-Dzookeeper.jmx.log4j.disable=true");
  private static final List<String> CLIENT_OPTIONS =
      List.of("-Xmx512m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  private final String name;
  private final String classPath;
  private final List<String> jvmOptions;

  /** For {@link java.util.ServiceLoader}. */
  public ZooKeeperSystem() {
    this("zookeeper", JavaProgram.classPathOf(ZooKeeperSystem.class));
  }

  /**
   * A release.
   *
   * @param name of the system, and of its version in {@code versions.properties}
   * @param classPath of its servers and clients
   */
  ZooKeeperSystem(String name, String classPath) {
    this(name, classPath, JVM_OPTIONS);
  }

  private ZooKeeperSystem(String name, String classPath, List<String> jvmOptions) {
    this.name = name;
    this.classPath = classPath;
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String version() {
    return SystemUnderTest.versionOf(ZooKeeperSystem.class, "versions.properties", name);
  }

  @Override
  public String durability() {
    return "a majority of the servers has forced the transaction log (forceSync=yes, the default)";
  }

  @Override
  public String configuration() {
    return ServerConfiguration.summary() + "; server JVM " + String.join(" ", serverOptions());
  }

  private List<String> serverOptions() {
    List<String> options = new ArrayList<>(jvmOptions);
    options.addAll(PROPERTIES);
    return options;
  }

  @Override
  public List<String> jvmOptions() {
    return jvmOptions;
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new ZooKeeperSystem(name, classPath, options);
  }

  @Override
  public int portsPerServer() {
    return ServerConfiguration.PORTS_PER_SERVER;
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    Path file = new ServerConfiguration(plan, directory).write();
    return new JavaProgram(classPath, SERVER_CLASS, serverOptions(), List.of(file.toString()));
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    ServerProcesses servers = ServerProcesses.start(plan, this);
    servers.awaitEach(server -> ServerMode.at(server).isPresent(), "does not serve");
    List<Endpoint> endpoints = servers.endpoints();
    return new Cluster(
        ServerConfiguration.connectString(endpoints),
        servers,
        LeaderQuery.asking(number -> leads(endpoints.get(number - 1))));
  }

  private static boolean leads(Endpoint server) {
    return ServerMode.at(server).filter(ServerMode::leads).isPresent();
  }

  @Override
  public JavaProgram client() {
    return new JavaProgram(classPath, CLIENT_CLASS, CLIENT_OPTIONS, List.of());
  }
}
