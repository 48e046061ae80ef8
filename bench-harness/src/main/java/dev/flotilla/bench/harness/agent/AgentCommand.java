package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.DiskRoom;
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
      "The manager, 'bench run --agents', finds the agent by WS-Discovery and controls it. Both need"
          + " the same secret, from --secret-file or from the environment variable"
          + " FLOTILLA_BENCH_SECRET. The agent starts only servers of the systems of this checkout."
          + " They end when the agent ends or is killed."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The agent was stopped.",
      "2:Wrong usage.",
      "4:The network, the secret file or the directory cannot be used, or another agent uses the"
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
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "A file with the secret, 16 to 256 printable characters. Default: the environment variable"
              + " FLOTILLA_BENCH_SECRET.")
  private @Nullable Path secretFile;

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
      description =
          "Listens beyond loopback without TLS. Others on the network can read and delay messages,"
              + " but they cannot change them or read the secret.")
  private boolean insecure;

  @Option(
      names = "--contract-2014",
      paramLabel = "ROLE",
      description = {
        "Serves a benchmark manager of 2014 instead of 'bench run'. ROLE is 'server' or 'client':",
        "the process that it starts. No secret is checked: every host that reaches the agent can start",
        "and stop this process."
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
      return role2014 == null ? serve() : serve2014(ManagedRole.of(role2014));
    } catch (IllegalArgumentException e) {
      err.println("flotilla bench agent: " + e.getMessage());
      return USAGE;
    } catch (IOException e) {
      err.println("flotilla bench agent: " + e.getMessage());
      return INPUT_OUTPUT;
    }
  }

  private int serve() throws IOException, InterruptedException {
    try (BenchAgent agent = BenchAgent.start(settings())) {
      Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "end-agent"));
      out.println("agent " + experiment + " " + agent.address());
      out.flush();
      new CountDownLatch(1).await(); // until a signal ends the JVM
      return OK;
    }
  }

  private int serve2014(ManagedRole role) throws IOException {
    try (ManagementAgent agent = ManagementAgent.start(settings2014(role))) {
      Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "end-agent"));
      err.println("anybody who reaches this agent can start and stop its " + role2014);
      out.println("agent " + experiment + " " + agent.address());
      out.flush();
      agent.awaitStop();
      return OK;
    }
  }

  private ManagementSettings settings2014(ManagedRole role) throws IOException {
    NetworkInterface chosen = chosenInterface();
    return new ManagementSettings(
        role,
        experiment,
        directory,
        addressOf(chosen),
        DiscoverySettings.on(List.of(chosen)),
        Optional.ofNullable(networkInterface),
        FlotillaSystem.launcherClassPath(),
        err::println);
  }

  private AgentSettings settings() throws IOException {
    NetworkInterface chosen = chosenInterface();
    return new AgentSettings(
        experiment,
        SharedSecret.read(secretFile, System.getenv()),
        directory,
        DiskRoom.DEFAULT,
        addressOf(chosen),
        DiscoverySettings.on(List.of(chosen)),
        installation.load(),
        Duration.ofSeconds(leaseSeconds),
        System::nanoTime,
        err::println);
  }

  private NetworkInterface chosenInterface() throws IOException {
    if (networkInterface == null) {
      return Interfaces.loopback();
    }
    NetworkInterface found = Interfaces.named(networkInterface);
    if (!found.isLoopback() && !insecure) {
      throw new IllegalArgumentException(
          "interface %s can be reached from other machines, and there is no TLS; add --insecure"
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
