package dev.flotilla.bench.harness.faults;

import dev.flotilla.bdb.Journal;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.dpws.link.Interfaces;
import dev.flotilla.memory.FileSnapshotMachine;
import dev.flotilla.memory.MapState;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.Exposure;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.raftdpws.faults.FaultPort;
import dev.flotilla.raftdpws.faults.LinkFaults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * One server of Flotilla whose links can be made bad: like {@code flotilla server}, with {@link
 * LinkFaults} between the node and the network and a {@link FaultPort} to set them. Only benchmarks
 * start it.
 *
 * <p><b>Thread.</b> The caller's, which waits for the end of the server.
 */
@Command(name = "faulty-server", description = "A server of Flotilla with faults, for benchmarks.")
public final class FaultyServer implements Callable<Integer> {
  @Option(names = "--group", required = true)
  private String group = "";

  @Option(names = "--expect", description = "How many servers found the group; 0 joins it.")
  private int expect;

  @Option(names = "--data", required = true)
  private Path data = Path.of("");

  @Option(names = "--port", required = true)
  private int port;

  @Option(names = "--fault-port", required = true)
  private int faultPort;

  @Option(names = "--interface", description = "On a host that exists for the benchmark only.")
  private @Nullable String networkInterface;

  @Option(names = "--fault-address")
  private String faultAddress = InetAddress.getLoopbackAddress().getHostAddress();

  @Option(names = "--fault-seed")
  private long faultSeed;

  @Option(names = "--state-machine")
  private String stateMachine = "key-value";

  @Option(names = "--election-min")
  private int electionMinMillis = Timing.DEFAULT.electionMinMillis();

  @Option(names = "--election-max")
  private int electionMaxMillis = Timing.DEFAULT.electionMaxMillis();

  @Option(names = "--heartbeat")
  private int heartbeatMillis = Timing.DEFAULT.heartbeatMillis();

  @Option(names = "--lease-reads", description = "The drift per mille; below 0 for no leases.")
  private int leaseDriftPerMille = -1;

  /** For picocli. */
  private FaultyServer() {}

  /**
   * Runs one server until its process is ended.
   *
   * @param arguments the options above
   */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new FaultyServer()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    LinkFaults faults = new LinkFaults(faultSeed);
    FaultPort port =
        FaultPort.open(new InetSocketAddress(faultAddress, faultPort), faults, isCutOff -> {});
    try (port;
        RaftDevice server = RaftDevice.start(settings(faults), machine())) {
      server.failed().toCompletableFuture().join();
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private RaftDeviceSettings settings(LinkFaults faults) throws IOException {
    RaftDeviceSettings.Builder settings =
        RaftDeviceSettings.builder(data).group(group).port(port).sender(faults::wrap);
    if (networkInterface != null) {
      settings.networkInterface(Interfaces.named(networkInterface)).exposure(Exposure.INSECURE);
    }
    if (expect == 0) {
      settings.join();
    } else {
      settings.expect(expect);
    }
    LeadershipOptions leadership =
        leaseDriftPerMille < 0
            ? LeadershipOptions.DEFAULT
            : LeadershipOptions.DEFAULT.withLeaseReads(leaseDriftPerMille);
    return settings
        .options(
            RaftOptions.DEFAULT
                .withTiming(new Timing(electionMinMillis, electionMaxMillis, heartbeatMillis))
                .withLeadership(leadership))
        .build();
  }

  private StateMachine machine() {
    return switch (stateMachine) {
      case "key-value" -> new KeyValueStore();
      case "journal" -> new Journal();
      case "memory" -> map();
      case "file" -> new FileSnapshotMachine(map());
      default ->
          throw new IllegalArgumentException(
              "--state-machine is " + stateMachine + "; choose journal, key-value, memory or file");
    };
  }

  private RestorableStateMachine map() {
    return MapState.group(group).machine(new MapState());
  }
}
