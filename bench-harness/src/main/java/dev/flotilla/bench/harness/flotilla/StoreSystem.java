package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
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
 * FaultyServer}), on this machine or hosts that it emulates.
 *
 * @param timing election timeout and heartbeat of its servers
 * @param machine {@code journal}, {@code key-value}, {@code memory} or {@code file}
 * @param options further options of its servers
 * @param joining how many of its servers, the last ones, wait to be added
 * @param reads how its clients read
 */
public record StoreSystem(
    Timing timing, String machine, List<String> options, int joining, StoreReads reads) {

  /** With the key-value store. */
  public static StoreSystem keyValue(Timing timing) {
    return new StoreSystem(timing, "key-value", List.of(), 0, StoreReads.LINEARIZABLE);
  }

  /** The same with another state machine. */
  public StoreSystem withMachine(String name) {
    return new StoreSystem(timing, name, options, joining, reads);
  }

  /**
   * The same with leaders that answer reads by their lease.
   *
   * @param driftPerMille by how much one clock may run faster than another
   */
  public StoreSystem withLeaseReads(int driftPerMille) {
    List<String> lease = List.of("--lease-reads", Integer.toString(driftPerMille));
    return new StoreSystem(timing, machine, lease, joining, reads);
  }

  /** The same, of whose servers the last ones are no members yet. */
  public StoreSystem withJoining(int servers) {
    return new StoreSystem(timing, machine, options, servers, reads);
  }

  /** The same with clients that read otherwise. */
  public StoreSystem withReads(StoreReads chosen) {
    return new StoreSystem(timing, machine, options, joining, chosen);
  }

  /** The store of a system, with its name, version and JVM options. */
  public SystemUnderTest of(SystemUnderTest flotilla) {
    return new SystemVariant(flotilla, this::of)
        .configured(configuration(flotilla))
        .servers(
            "flotilla-store",
            StoreSystem::start,
            (plan, directory) -> server(plan, directory, flotilla.jvmOptions()))
        .portsPerServer(2) // one for clients and servers, one for faults
        .clients(reconnection -> FlotillaClientMain.program(reconnection, machine, reads.name()));
  }

  private String configuration(SystemUnderTest flotilla) {
    List<String> words =
        new ArrayList<>(List.of("state machine " + machine, "election timeout " + timing));
    words.addAll(options);
    words.add("reads " + reads);
    words.add(flotilla.configuration());
    return String.join("; ", words);
  }

  private static Cluster start(ClusterPlan plan, SystemUnderTest system)
      throws IOException, InterruptedException {
    ServerProcesses servers = ServerProcesses.start(plan, system);
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

  /** Everyone who reaches the host can set faults of its servers. */
  private JavaProgram server(ServerPlan plan, Path directory, List<String> jvmOptions)
      throws IOException {
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
        jvmOptions,
        arguments);
  }
}
