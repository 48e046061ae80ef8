package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemUnderTest;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/**
 * Flotilla as its users run it: each server is a {@code flotilla server} process with the journal
 * as its state machine, and the servers and clients find each other by WS-Discovery on the loopback
 * interface.
 */
public final class FlotillaSystem implements SystemUnderTest {
  private static final String SERVER_CLASS = "dev.flotilla.server.FlotillaCommand";

  private static final String BUILD =
      "/META-INF/maven/dev.flotilla/flotilla-bench-harness/pom.properties";

  // What the launcher script gives, and a heap that is no bound here.
  static final List<String> JVM_OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  private final String serverClassPath;
  private final List<String> jvmOptions;

  /** For {@link java.util.ServiceLoader}. */
  public FlotillaSystem() {
    this(launcherClassPath());
  }

  FlotillaSystem(String serverClassPath) {
    this(serverClassPath, JVM_OPTIONS);
  }

  private FlotillaSystem(String serverClassPath, List<String> jvmOptions) {
    this.serverClassPath = serverClassPath;
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  @Override
  public String name() {
    return "flotilla";
  }

  @Override
  public String version() {
    Properties build = new Properties();
    try (InputStream in = FlotillaSystem.class.getResourceAsStream(BUILD)) {
      if (in != null) { // there is none before it is packaged
        build.load(in);
      }
    } catch (IOException e) {
      return "unknown";
    }
    return build.getProperty("version", "unknown");
  }

  @Override
  public String durability() {
    return "a majority of the servers has forced the log, and the leader has applied the command";
  }

  @Override
  public String configuration() {
    return "defaults; server JVM " + String.join(" ", jvmOptions);
  }

  @Override
  public List<String> jvmOptions() {
    return jvmOptions;
  }

  @Override
  public FlotillaSystem withJvmOptions(List<String> options) {
    return new FlotillaSystem(serverClassPath, options);
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return start(plan, this);
  }

  /** Starts a new group, whose name is that of the cluster, and waits until it serves. */
  static Cluster start(ClusterPlan plan, SystemUnderTest system)
      throws IOException, InterruptedException {
    return start(plan, system, cluster -> Optional.empty());
  }

  /**
   * The same with keys.
   *
   * @param keys the key directory of clients, by the name of the cluster, whose servers are started
   */
  static Cluster start(
      ClusterPlan plan, SystemUnderTest system, Function<String, Optional<Path>> keys)
      throws IOException, InterruptedException {
    ServerProcesses servers = ServerProcesses.start(plan, system);
    Optional<Path> own = keys.apply(servers.cluster());
    StatusQuery query = new StatusQuery(servers.endpoints(), own);
    try {
      new Readiness(query, servers).await();
    } catch (IOException | InterruptedException | RuntimeException e) {
      query.close();
      throw e;
    }
    String where = connection(servers) + own.map(path -> "," + path).orElse("");
    return new Cluster(where, servers, query);
  }

  /** What a client process needs to find a group: its name, and the address of a server. */
  static String connection(ServerProcesses servers) {
    return servers.cluster() + "," + servers.endpoints().get(0).host();
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    JavaProgram program =
        program(serverClassPath, plan.cluster(), plan.servers(), directory, jvmOptions)
            .withArgument("--port")
            .withArgument(Integer.toString(plan.own().port()));
    Optional<String> link = Route.interfaceTowards(plan.own().host());
    return link.isEmpty()
        ? program
        : program.withArgument("--interface").withArgument(link.get()).withArgument("--insecure");
  }

  /**
   * The program of one server, to which its caller adds where it listens.
   *
   * @param group the group's name
   * @param servers how many servers found the group
   * @param data the server's directory
   * @param jvmOptions options for its JVM
   */
  public static JavaProgram serverProgram(
      String group, int servers, Path data, List<String> jvmOptions) {
    return program(launcherClassPath(), group, servers, data, jvmOptions);
  }

  private static JavaProgram program(
      String classPath, String group, int servers, Path data, List<String> jvmOptions) {
    List<String> arguments =
        List.of(
            "server",
            "--group",
            group,
            "--expect",
            Integer.toString(servers),
            "--data",
            data.toString());
    return new JavaProgram(classPath, SERVER_CLASS, jvmOptions, arguments);
  }

  /** The harness does not depend on the server: it runs what the launcher script runs. */
  public static String launcherClassPath() {
    Path target = Path.of(System.getProperty("flotilla.home", ""), "server", "target");
    return target.resolve("*") + File.pathSeparator + target.resolve("lib").resolve("*");
  }

  @Override
  public JavaProgram client() {
    return client(Reconnection.DEFAULT);
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return FlotillaClientMain.program(reconnection);
  }
}
