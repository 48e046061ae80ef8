package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.FreePorts;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.faults.FaultPorts;
import dev.flotilla.bench.harness.faults.FaultyServer;
import dev.flotilla.raft.NodeId;
import dev.flotilla.raft.Timing;
import dev.flotilla.raftdpws.wire.StatusResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Flotilla with the key-value store as its state machine, in servers whose links can be changed
 * ({@link FaultyServer}), on this machine; name, version and JVM options are those of the system
 * that it is made from.
 */
public final class KeyValueSystem implements SystemUnderTest {
  private final SystemUnderTest flotilla;
  private final Timing timing;
  private final List<String> options;

  /**
   * A system.
   *
   * @param flotilla the system whose name, version and JVM options it has
   * @param timing election timeout and heartbeat of its servers
   * @param options further options of {@link FaultyServer}
   */
  public KeyValueSystem(SystemUnderTest flotilla, Timing timing, List<String> options) {
    this.flotilla = flotilla;
    this.timing = timing;
    this.options = List.copyOf(options);
  }

  @Override
  public String name() {
    return flotilla.name();
  }

  @Override
  public String version() {
    return flotilla.version();
  }

  @Override
  public String durability() {
    return flotilla.durability();
  }

  @Override
  public String configuration() {
    List<String> words =
        new ArrayList<>(List.of("the key-value store", "election timeout " + timing));
    words.addAll(options);
    words.add(flotilla.configuration());
    return String.join("; ", words);
  }

  @Override
  public List<String> jvmOptions() {
    return flotilla.jvmOptions();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> chosen) {
    return new KeyValueSystem(flotilla.withJvmOptions(chosen), timing, options);
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    String group = "bench-" + UUID.randomUUID();
    List<Integer> free = FreePorts.find(2 * plan.servers());
    List<Integer> ports = free.subList(0, plan.servers());
    List<Integer> faultPorts = free.subList(plan.servers(), free.size());
    List<JavaProgram> programs = new ArrayList<>();
    for (int i = 0; i < plan.servers(); i++) {
      Path data = plan.directory().resolve("server-" + (i + 1));
      programs.add(server(group, plan.servers(), data, ports.get(i), faultPorts.get(i)));
    }
    ServerProcesses servers = ServerProcesses.start(plan.host(), name(), programs);
    new Readiness(group, servers.all()).await();
    StatusQuery query = new StatusQuery(ports);
    try {
      return new Cluster(
          group, servers, query, new FaultPorts(members(query, servers), faultPorts));
    } catch (IOException | InterruptedException | RuntimeException e) {
      query.close();
      throw e;
    }
  }

  private static List<NodeId> members(StatusQuery query, ServerProcesses servers)
      throws IOException, InterruptedException {
    Map<Integer, StatusResponse> answers = query.statuses(servers.running());
    if (answers.size() < servers.size()) {
      throw new SystemFailedException(
          "only the servers %s of %s answer for their status; see the logs of the others"
              .formatted(answers.keySet(), servers.size()));
    }
    return answers.values().stream().map(status -> status.self().member().id()).toList();
  }

  private JavaProgram server(String group, int expect, Path data, int port, int faultPort) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--group",
                group,
                "--expect",
                Integer.toString(expect),
                "--data",
                data.toString(),
                "--port",
                Integer.toString(port),
                "--fault-port",
                Integer.toString(faultPort),
                "--fault-seed",
                Integer.toString(port),
                "--election-min",
                Integer.toString(timing.electionMinMillis()),
                "--election-max",
                Integer.toString(timing.electionMaxMillis()),
                "--heartbeat",
                Integer.toString(timing.heartbeatMillis())));
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
    return FlotillaSystem.clientProgram(KeyValueClientMain.class, reconnection);
  }
}
