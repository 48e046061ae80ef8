package dev.flotilla.bench.harness;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * Systems without a service: their server processes wait, their clients answer themselves. The
 * processes are real, so that their clean-up can be seen.
 */
public abstract class InMemorySystem implements SystemUnderTest {
  /** Every server process that was started, and {@code NAME SERVERS} for every cluster. */
  static final List<ChildProcess> STARTED = new CopyOnWriteArrayList<>();

  static final List<String> CLUSTERS = new CopyOnWriteArrayList<>();

  private final String name;

  private InMemorySystem(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String version() {
    return "1.2.3";
  }

  @Override
  public final String durability() {
    return "nothing is on disk";
  }

  @Override
  public final String configuration() {
    return "no settings";
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    CLUSTERS.add(name + " " + plan.servers());
    ServerProcesses servers = ServerProcesses.start(plan, this);
    List<ChildProcess> processes = servers.all().stream().map(ChildProcess.class::cast).toList();
    STARTED.addAll(processes);
    return new Cluster(connection(processes), servers, InMemorySystem::lowestOf);
  }

  @Override
  public final JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("data"), "what a server wrote");
    return program(WaitingServer.class);
  }

  String connection(List<ChildProcess> servers) {
    return name;
  }

  private static OptionalInt lowestOf(Collection<Integer> servers) {
    return servers.stream().mapToInt(Integer::intValue).min();
  }

  @Override
  public final JavaProgram client() {
    return program(InMemoryClientMain.class);
  }

  private static JavaProgram program(Class<?> main) {
    return new JavaProgram(
        JavaProgram.classPathOf(main), main.getName(), List.of("-Xmx64m"), List.of());
  }

  /** Acknowledges at once. */
  public static final class Instant extends InMemorySystem {
    public Instant() {
      super("instant");
    }
  }

  /** Takes long for all but the eleventh command. */
  public static final class SlowAtItsEnds extends InMemorySystem {
    public SlowAtItsEnds() {
      super("slow-at-its-ends");
    }
  }

  /** Acknowledges two of three commands. */
  public static final class RefusesEveryThird extends InMemorySystem {
    public RefusesEveryThird() {
      super("refuses-every-third");
    }
  }

  /**
   * The running server with the lowest number leads; its clients see by the processes whether it
   * still does.
   */
  public static final class Elects extends InMemorySystem {
    public Elects() {
      super("elects");
    }

    @Override
    String connection(List<ChildProcess> servers) {
      return servers.stream()
          .map(server -> Long.toString(server.pid()))
          .collect(Collectors.joining(",", name() + ":", ""));
    }
  }

  /** Its client process ends instead of connecting. */
  public static final class ClientDies extends InMemorySystem {
    public ClientDies() {
      super("client-dies");
    }
  }

  /** Does not come up after one server has. */
  public static final class SecondServerMissing extends InMemorySystem {
    public SecondServerMissing() {
      super("second-server-missing");
    }

    @Override
    public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
      super.start(plan);
      throw new SystemFailedException("server 2 does not answer");
    }
  }

  /** One of its servers ends before the measurement does. */
  public static class LosesAServer extends InMemorySystem {
    public LosesAServer() {
      this("loses-a-server");
    }

    private LosesAServer(String name) {
      super(name);
    }

    @Override
    public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
      Cluster cluster = super.start(plan);
      ((ChildProcess) cluster.servers().all().get(0)).close();
      return cluster;
    }
  }

  /** Likewise, and therefore its client process ends. */
  public static final class LosesServerAndClient extends LosesAServer {
    public LosesServerAndClient() {
      super("loses-server-and-client");
    }

    @Override
    String connection(List<ChildProcess> servers) {
      return "client-dies";
    }
  }

  /** A server process: it waits for its end. */
  static final class WaitingServer {
    public static void main(String[] arguments) throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }
}
