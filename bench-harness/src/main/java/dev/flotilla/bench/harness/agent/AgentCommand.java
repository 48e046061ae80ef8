package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.DiskRoom;
import dev.flotilla.bench.harness.device.DeviceSettings;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.bench.harness.management.ManagedRole;
import dev.flotilla.bench.harness.management.ManagementAgent;
import dev.flotilla.bench.harness.management.ManagementSettings;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.link.Interfaces;
import dev.flotilla.dpws.link.LinkState;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code flotilla bench agent}: starts and ends servers on its host when a manager asks. */
@Command(
    name = "agent",
    description = {
      "Starts, watches and kills benchmark servers on this host.",
      "The manager, 'bench run --agents', finds the agent by WS-Discovery and controls it. Beyond"
          + " loopback both need keys of the same authority ('flotilla keys'): the agent those of a"
          + " member, the manager those of an administrator. The agent starts only servers of the"
          + " systems of this checkout. They end when the agent ends or is killed."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The agent was stopped.",
      "2:Wrong usage.",
      "4:The network, the keys or the directory cannot be used, or another agent uses the"
          + " directory."
    })
public final class AgentCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int USAGE = 2;
  private static final int INPUT_OUTPUT = 4;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      required = true,
      description = "The name of the experiment. A manager uses only agents with its name.")
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private String experiment;

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      description =
          "The key directory of a member. Requests are then accepted only from an administrator of"
              + " the same authority, over TLS. Required beyond loopback. Default: no keys.")
  private @Nullable Path keys;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "The directory for data and logs of servers. Default: bench-agent.")
  private Path directory = Path.of("bench-agent");

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      description = "Kills the servers of a manager that sends nothing for so long. Default: 15.")
  private int leaseSeconds = (int) AgentSettings.DEFAULT_LEASE.toSeconds();

  @Option(
      names = "--interface",
      paramLabel = "IF",
      description = "The network interface to listen on. Default: loopback.")
  private @Nullable String networkInterface;

  @Option(
      names = "--insecure",
      description = "With --contract-2014: listens beyond loopback, without keys.")
  private boolean insecure;

  @Option(
      names = "--contract-2014",
      paramLabel = "ROLE",
      description = {
        "Serves a benchmark manager of 2014 instead of 'bench run'. ROLE is 'server' or 'client':",
        "the process that it starts. The contract knows no keys: every host that reaches the agent can",
        "start and stop this process."
      })
  private @Nullable String role2014;

  private final Installation.Source installation;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * A command that prints to these.
   *
   * @param installation what can be started on this host
   */
  public AgentCommand(Installation.Source installation, PrintStream out, PrintStream err) {
    this.installation = installation;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws InterruptedException {
    try {
      requireConsistent();
      return role2014 == null ? serve() : serve2014(ManagedRole.of(role2014));
    } catch (IllegalArgumentException e) {
      err.println("flotilla bench agent: " + e.getMessage());
      return USAGE;
    } catch (IOException e) {
      err.println("flotilla bench agent: " + e.getMessage());
      return INPUT_OUTPUT;
    }
  }

  private void requireConsistent() {
    if (role2014 == null && insecure) {
      throw new IllegalArgumentException(
          "--insecure belongs to --contract-2014; use --keys DIR instead");
    }
    if (role2014 != null && keys != null) {
      throw new IllegalArgumentException(
          "--contract-2014 knows no keys; leave out --keys, or --contract-2014");
    }
  }

  private int serve() throws IOException, InterruptedException {
    AgentSettings settings =
        new AgentSettings(
            device(),
            Optional.ofNullable(keys),
            DiskRoom.DEFAULT,
            installation.load(),
            Duration.ofSeconds(leaseSeconds),
            System::nanoTime);
    try (BenchAgent agent = BenchAgent.start(settings)) {
      announce(agent.address(), agent::close);
      new CountDownLatch(1).await(); // until a signal ends the JVM
      return OK;
    }
  }

  private int serve2014(ManagedRole role) throws IOException {
    ManagementSettings settings =
        new ManagementSettings(
            device(),
            role,
            Optional.ofNullable(networkInterface),
            FlotillaSystem.launcherClassPath());
    try (ManagementAgent agent = ManagementAgent.start(settings)) {
      err.println("anybody who reaches this agent can start and stop its " + role2014);
      announce(agent.address(), agent::close);
      agent.awaitStop();
      return OK;
    }
  }

  private void announce(InetSocketAddress address, Runnable end) {
    Runtime.getRuntime().addShutdownHook(new Thread(end, "end-agent"));
    out.println("agent " + experiment + " " + address);
    out.flush();
  }

  private DeviceSettings device() throws IOException {
    NetworkInterface chosen = chosenInterface();
    return new DeviceSettings(
        experiment,
        directory,
        addressOf(chosen),
        DiscoverySettings.on(List.of(chosen)),
        err::println);
  }

  private NetworkInterface chosenInterface() throws IOException {
    if (networkInterface == null) {
      return Interfaces.loopback();
    }
    NetworkInterface found = Interfaces.named(networkInterface);
    if (role2014 != null && !found.isLoopback() && !insecure) {
      throw new IllegalArgumentException(
          "interface %s can be reached from other machines, and there are no keys; add --insecure"
              .formatted(networkInterface));
    }
    return found;
  }

  private static InetAddress addressOf(NetworkInterface chosen) throws IOException {
    return LinkState.callable(chosen.inetAddresses(), LinkState.Ipv6.WITHOUT_IPV4).stream()
        .findFirst()
        .orElseThrow(() -> new IOException(chosen.getName() + " has no usable address"));
  }
}
