package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.faults.FaultPorts;
import dev.flotilla.bench.harness.faults.FaultyServer;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Flotilla with a chosen state machine, in servers whose links can be changed ({@link
 * FaultyServer}), on this machine or hosts that it emulates; name, version and JVM options are
 * those of the system that it is made from.
 */
public final class StoreSystem extends SystemVariant {
  private final Timing timing;
  private final String machine;
  private final List<String> options;
  private final int joining;
  private final StoreReads reads;

  private StoreSystem(
      SystemUnderTest flotilla,
      Timing timing,
      String machine,
      List<String> options,
      int joining,
      StoreReads reads) {
    super(flotilla);
    this.timing = timing;
    this.machine = machine;
    this.options = List.copyOf(options);
    this.joining = joining;
    this.reads = reads;
  }

  /**
   * With the key-value store.
   *
   * @param flotilla the system whose name, version and JVM options it has
   * @param timing election timeout and heartbeat of its servers
   */
  public static StoreSystem keyValue(SystemUnderTest flotilla, Timing timing) {
    return new StoreSystem(flotilla, timing, "key-value", List.of(), 0, StoreReads.LINEARIZABLE);
  }

  /**
   * The same with another state machine.
   *
   * @param name {@code journal}, {@code key-value}, {@code memory} or {@code file}
   */
  public StoreSystem withMachine(String name) {
    return new StoreSystem(system(), timing, name, options, joining, reads);
  }

  /**
   * The same with leaders that answer reads by their lease.
   *
   * @param driftPerMille by how much one clock may run faster than another
   */
  public StoreSystem withLeaseReads(int driftPerMille) {
    List<String> lease = List.of("--lease-reads", Integer.toString(driftPerMille));
    return new StoreSystem(system(), timing, machine, lease, joining, reads);
  }

  /**
   * The same, of whose servers the last ones are no members yet.
   *
   * @param servers how many wait to be added
   */
  public StoreSystem withJoining(int servers) {
    return new StoreSystem(system(), timing, machine, options, servers, reads);
  }

  /** The same with clients that read otherwise. */
  public StoreSystem withReads(StoreReads chosen) {
    return new StoreSystem(system(), timing, machine, options, joining, chosen);
  }

  @Override
  public String configuration() {
    List<String> words =
        new ArrayList<>(List.of("state machine " + machine, "election timeout " + timing));
    words.addAll(options);
    words.add("reads " + reads);
    words.add(system().configuration());
    return String.join("; ", words);
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> chosen) {
    return new StoreSystem(
        system().withJvmOptions(chosen), timing, machine, options, joining, reads);
  }

  @Override
  public String programName() {
    return "flotilla-store";
  }

  /** One for clients and servers, one for faults. */
  @Override
  public int portsPerServer() {
    return 2;
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    ServerProcesses servers = ServerProcesses.start(plan, this);
    StatusQuery query = new StatusQuery(servers.endpoints(), Optional.empty());
    try {
      new Readiness(query, servers).await();
      List<InetSocketAddress> faultPorts =
          servers.endpoints().stream()
              .map(each -> new InetSocketAddress(each.host(), each.ports().get(1)))
              .toList();
      FaultPorts links = new FaultPorts(members(query, servers), faultPorts);
      return new Cluster(FlotillaSystem.connection(servers), servers, query, links);
    } catch (IOException | InterruptedException | RuntimeException e) {
      query.close();
      throw e;
    }
  }

  private static List<NodeId> members(StatusQuery query, ServerProcesses servers)
      throws IOException, InterruptedException {
    Map<Integer, StatusResponse> answers = query.answers(servers.running());
    if (answers.size() < servers.size()) {
      throw new SystemFailedException(
          "only the servers %s of %s answer for their status; see the logs of the others"
              .formatted(answers.keySet(), servers.size()));
    }
    return answers.values().stream().map(status -> status.self().member().id()).toList();
  }

  /** {@inheritDoc} Whoever reaches the host can set faults of its servers. */
  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    int founders = plan.servers() - joining;
    int expect = plan.number() <= founders ? founders : 0;
    int port = plan.own().port();
    List<String> arguments = new ArrayList<>(List.of("--group", plan.cluster()));
    arguments.addAll(List.of("--expect", Integer.toString(expect)));
    arguments.addAll(List.of("--data", directory.toString()));
    arguments.addAll(List.of("--port", Integer.toString(port)));
    arguments.addAll(List.of("--fault-port", Integer.toString(plan.own().ports().get(1))));
    arguments.addAll(List.of("--fault-seed", Integer.toString(port)));
    arguments.addAll(List.of("--state-machine", machine));
    arguments.addAll(List.of("--election-min", Integer.toString(timing.electionMinMillis())));
    arguments.addAll(List.of("--election-max", Integer.toString(timing.electionMaxMillis())));
    arguments.addAll(List.of("--heartbeat", Integer.toString(timing.heartbeatMillis())));
    Optional<String> link = Route.interfaceTowards(plan.own().host());
    if (link.isPresent()) {
      arguments.addAll(List.of("--interface", link.get(), "--fault-address", plan.own().host()));
    }
    arguments.addAll(options);
    return new JavaProgram(
        JavaProgram.classPathOf(FaultyServer.class),
        FaultyServer.class.getName(),
        jvmOptions(),
        arguments);
  }

  @Override
  public JavaProgram client() {
    return client(Reconnection.DEFAULT);
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return StoreClientMain.program(reconnection, machine, reads);
  }
}
