package dev.flotilla.bench.harness;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.LeaderQuery;
import dev.flotilla.bench.LinkFault;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.bench.client.ClientProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A store whose servers only wait and whose clients answer themselves. The server with the lowest
 * number leads that is not cut off from server 2 or, if it is that, from server 1.
 */
public final class StoreInMemory implements SystemUnderTest {
  private final List<ChildProcess> started = new CopyOnWriteArrayList<>();
  private final Map<String, LinkFault> links = new HashMap<>();

  /** Every server process that was started. */
  public List<ChildProcess> started() {
    return List.copyOf(started);
  }

  @Override
  public String name() {
    return "flotilla";
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public String durability() {
    return "nothing is on disk";
  }

  @Override
  public String configuration() {
    return "no settings";
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException {
    links.clear();
    ServerProcesses servers = ServerProcesses.start(plan, this);
    servers.all().forEach(server -> started.add((ChildProcess) server));
    return new Cluster(
        "nowhere", servers, new Leaders(), (from, to, fault) -> links.put(from + " " + to, fault));
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("data"), "what a server wrote");
    return program(Server.class);
  }

  private final class Leaders implements LeaderQuery {
    @Override
    public OptionalInt leaderAmong(Collection<Integer> servers) {
      return servers.stream().mapToInt(Integer::intValue).filter(this::isConnected).min();
    }

    private boolean isConnected(int server) {
      String link = server + " " + (server == 2 ? 1 : 2);
      return !LinkFault.CUT.equals(links.get(link));
    }

    @Override
    public OptionalLong highestTerm(Collection<Integer> servers) {
      return OptionalLong.of(1 + links.values().stream().filter(LinkFault.CUT::equals).count());
    }
  }

  @Override
  public JavaProgram client() {
    return program(Client.class);
  }

  private static JavaProgram program(Class<?> main) {
    return new JavaProgram(
        JavaProgram.classPathOf(main), main.getName(), List.of("-Xmx64m"), List.of());
  }

  /** A server process: it waits for its end. */
  static final class Server {
    public static void main(String[] arguments) throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  /** The client process: it keeps what it is given. */
  static final class Client implements BenchClient {
    private final Map<String, String> values = new HashMap<>();

    public static void main(String[] arguments) throws IOException {
      ClientProcess.serve(any -> new Client(), "", System.in, System.out, failure -> {});
    }

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      values.put(command.uid(), command.parameters());
      CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS).execute(listener::done);
    }

    @Override
    public void read(String key, InsertListener listener) {
      if (values.containsKey(key)) {
        listener.done();
      } else {
        listener.failed("absent");
      }
    }

    @Override
    public void close() {}
  }
}
