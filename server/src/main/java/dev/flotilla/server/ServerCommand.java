package dev.flotilla.server;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import dev.flotilla.ServerStartException;
import dev.flotilla.bdb.Journal;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.client.AdminOutcome;
import dev.flotilla.console.ConsoleServer;
import dev.flotilla.node.EntriesLost;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.recipes.state.RecipesState;
import dev.flotilla.server.metrics.MetricsServer;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one server of a group, with a state machine on Berkeley DB: the journal by default. */
@CommandLine.Command(
    name = "server",
    description = {
      "Runs one server of a group until it is interrupted.",
      "A new group is founded by as many servers as --expect says, when all have found each other.",
      "Without --expect it waits to be made a member of a group that exists.",
      "A restart needs only --data, and --expect as long as the group is not founded."
    })
final class ServerCommand implements Callable<Integer> {
  /** A disk that hangs keeps the process no longer than this, once it was told to end. */
  private static final Duration MAX_END = Duration.ofSeconds(20);

  private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(60);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--group", paramLabel = "G", description = "The group's name.")
  private @Nullable String group;

  @Option(
      names = "--expect",
      paramLabel = "N",
      description = "How many servers found the group, with this one. Usually 1, 3 or 5.")
  private @Nullable Integer expect;

  @Option(
      names = "--join",
      description = "Joins an existing group, also if the directory has been told to found one.")
  private boolean joins;

  @Option(
      names = "--group-id",
      paramLabel = "ID",
      description = "The id of the right group, if several groups have this name.")
  private @Nullable String groupId;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What people call this server: shown beside its id by status and the console.")
  private @Nullable String name;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory. Default: flotilla-data/G in the working directory.")
  private @Nullable Path data;

  @Option(
      names = "--interface",
      paramLabel = "IF",
      split = ",",
      description =
          "A network interface to serve on, or 'all'. May be repeated. Default: loopback.")
  private List<String> interfaces = new ArrayList<>();

  @Option(
      names = "--discovery-proxy",
      paramLabel = "HOST:PORT",
      converter = ProxyAddress.class,
      description = "A discovery proxy to announce itself to, and to ask.")
  private @Nullable InetSocketAddress discoveryProxy;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "0",
      description = "The TCP port. Default: a free port.")
  private int port;

  @Option(
      names = "--transport",
      paramLabel = "T[:P]",
      description = {
        "What carries messages between servers: soap (default), or tcp, at a free port or at P. With"
            + " tcp,",
        "messages to servers without it go by soap."
      })
  private String transport = TransportOption.SOAP;

  @Option(
      names = "--peers",
      paramLabel = "URL",
      split = ",",
      description = "RAFT_Service URLs of other servers, for networks without multicast.")
  private List<URI> peers = new ArrayList<>();

  @Option(
      names = "--no-discovery",
      description = {
        "Does not use multicast: neither announces the server nor searches for others. --peers"
            + " names",
        "the others, and commands that ask the group need --servers."
      })
  private boolean hidden;

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      description = {
        "Speaks TLS only, with the keys in this directory. The certificate names the member, and"
            + " each",
        "caller needs one of the same group that allows what it asks for."
      })
  private @Nullable Path keys;

  @Option(
      names = "--insecure",
      description = {
        "Serves beyond loopback without keys. Every host that reaches the port can send commands."
      })
  private boolean insecure;

  @Option(
      names = "--host-name",
      paramLabel = "NAME",
      split = ",",
      description = {
        "A host name by which clients call this server; repeatable. Rejects requests for other"
            + " hosts,",
        "except IP addresses, and localhost on loopback."
      })
  private List<String> hostNames = new ArrayList<>();

  @Option(
      names = "--state-machine",
      paramLabel = "KIND",
      defaultValue = "journal",
      description = {
        "The state machine of the group: 'journal', which keeps every command, 'key-value', or",
        "'recipes' with locks, elections and queues.",
        "Must be the same for all servers of the group, at every start."
      })
  private String stateMachine = "journal";

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Election priority, 0 (never) to 100. Default: 50.")
  private @Nullable Integer priority;

  @Option(
      names = "--lease-reads",
      paramLabel = "DRIFT_PER_MILLE",
      description = {
        "Lets a leader answer reads without asking the other servers. Reads may be stale if the"
            + " clock",
        "of one server runs faster than that of another by more than this, in thousandths."
      })
  private @Nullable Integer leaseDriftPerMille;

  @Mixin private TimingOptions timing = new TimingOptions();
  @Mixin private AdmissionOptions admission = new AdmissionOptions();
  @Mixin private ConsoleOptions console = new ConsoleOptions();
  @Mixin private MetricsOptions metrics = new MetricsOptions();
  @Mixin private LogOptions log = new LogOptions();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "A file with options, one a line, such as 'group = hall'. The command line and variables"
            + " such as",
        "FLOTILLA_GROUP win over it."
      })
  @SuppressWarnings("unused") // OptionDefaults reads it before the options.
  private @Nullable Path config;

  @Option(
      names = "--fault-port",
      paramLabel = "P",
      description = {
        "A TCP port on loopback where 'flotilla chaos' makes this server's network bad, for drills."
            + " Every",
        "user of this host can. Default: none. Port 0: a free one."
      })
  private @Nullable Integer faultPort;

  @Option(
      names = "--leave",
      description = "Starts, leaves the members of the group, and ends. Needs a majority.")
  private boolean leaves;

  @Option(
      names = "--on-damage",
      paramLabel = "WHAT",
      defaultValue = "replace",
      description = {
        "What to do with damaged data. replace (default): sets the damaged files aside and rejoins"
            + " as",
        "a learner that replaces the former server. refuse: changes nothing and does not start."
      })
  private String onDamage = "replace";

  @Option(
      names = "--snapshot-bytes-per-second",
      paramLabel = "N",
      description = {
        "Bytes per second for writing a snapshot, and for sending one to each member that needs"
            + " it.",
        "Default: 16777216. No bound: 8589934592."
      })
  private @Nullable Long snapshotBytesPerSecond;

  @Override
  public Integer call() throws CommandFailure {
    AtomicReference<@Nullable FlotillaServer> running = new AtomicReference<>();
    BoundedEnd.onShutdown(MAX_END, () -> close(running));
    boolean isOver = false;
    while (!isOver) {
      isOver = serve(running);
    }
    return ExitCode.OK.number();
  }

  private static void close(AtomicReference<@Nullable FlotillaServer> running) {
    FlotillaServer server = running.get();
    if (server != null) {
      server.close();
    }
  }

  /**
   * Runs a server until it ends.
   *
   * @return whether that is all; false if it has lost log entries, and is to come back as another
   *     incarnation of its member
   */
  private boolean serve(AtomicReference<@Nullable FlotillaServer> running) throws CommandFailure {
    FlotillaServer server = start();
    running.set(server);
    Pages pages = leaves ? Pages.NONE : startPages(server);
    announceAll(server, pages);
    if (leaves) {
      leave(server);
    }
    try {
      server.stopped().toCompletableFuture().join();
      return true;
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof EntriesLost && !leaves && !refusesDamage()) {
        pages.close();
        server.close();
        return false;
      }
      throw new CommandFailure(exitCodeOf(cause), "the server has stopped: " + messageOf(cause), e);
    }
  }

  /** What is served beside the group. */
  private record Pages(Optional<ConsoleServer> console, Optional<MetricsServer> metrics) {
    static final Pages NONE = new Pages(Optional.empty(), Optional.empty());

    void close() {
      console.ifPresent(ConsoleServer::close);
      metrics.ifPresent(MetricsServer::close);
    }
  }

  private void announceAll(FlotillaServer server, Pages pages) {
    PrintWriter out = spec.commandLine().getOut();
    server.damage().ifPresent(what -> announce(out, "damaged", server.member() + " " + what));
    announce(out, "serving", server.member() + " " + server.address());
    server.faults().port().ifPresent(port -> announce(out, "faults", "127.0.0.1:" + port));
    pages.console().ifPresent(it -> announce(out, "console", it.url().toString()));
    pages.metrics().ifPresent(it -> announce(out, "metrics", it.url().toString()));
    String fact = server.role().equals("joining") ? "joined" : "founded";
    var unused =
        server.founded().thenAccept(id -> announce(out, fact, server.groupName() + " " + id));
    var unusedRemoval =
        server
            .removed()
            .thenAccept(
                index ->
                    announce(
                        out,
                        "removed",
                        "%s %s: it is no member of group %s any more, and can be stopped"
                            .formatted(server.member(), index, server.groupName())));
  }

  /** They end with this server's process. */
  private Pages startPages(FlotillaServer server) throws CommandFailure {
    try {
      return new Pages(console.start(server, hostNames), metrics.start(server, hostNames));
    } catch (CommandFailure e) {
      server.close();
      throw e;
    }
  }

  /** Removed first, then Bye. */
  private static void leave(FlotillaServer server) throws CommandFailure {
    AdminOutcome outcome = server.leave(LEAVE_TIMEOUT).join();
    server.close();
    if (outcome instanceof AdminOutcome.Done) {
      return;
    }
    throw new CommandFailure(
        ExitCode.NEGATIVE, server.member() + " has not left the members: " + outcome);
  }

  private FlotillaServer start() throws CommandFailure {
    try {
      console.check();
      metrics.check();
      log.check();
      ServerBuilder builder = FlotillaServer.builder(newMachine());
      Arguments.given(group, builder::group);
      Arguments.given(expect, builder::expect);
      Arguments.given(name, builder::memberName);
      Arguments.given(groupId, builder::groupId);
      if (joins) {
        builder.join();
      }
      if (refusesDamage()) {
        builder.refuseDamage();
      }
      interfaces.forEach(builder::networkInterface);
      Arguments.given(discoveryProxy, builder::discoveryProxy);
      Arguments.given(keys, builder::keys);
      TransportOption.parse(transport).ifPresent(builder::transport);
      if (insecure) {
        builder.insecure();
      }
      if (hidden) {
        builder.withoutDiscovery();
      }
      timing.applyTo(builder);
      admission.applyTo(builder);
      hostNames.forEach(builder::hostName);
      Arguments.given(faultPort, builder::faultPort);
      Arguments.given(priority, builder::electionPriority);
      Arguments.given(leaseDriftPerMille, builder::leaseReads);
      Arguments.given(snapshotBytesPerSecond, builder::snapshotBytesPerSecond);
      return builder.directory(directory()).port(port).peers(peers.toArray(URI[]::new)).start();
    } catch (ServerStartException e) {
      throw new CommandFailure(exitCodeOf(e), String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private StateMachine newMachine() {
    return switch (stateMachine) {
      case "journal" -> new Journal();
      case "key-value" -> new KeyValueStore();
      case "recipes" -> RecipesState.group("any").machine(new RecipesState());
      default ->
          throw new IllegalArgumentException(
              "--state-machine is journal, key-value or recipes, not '" + stateMachine + "'");
    };
  }

  private boolean refusesDamage() {
    return switch (onDamage) {
      case "replace" -> false;
      case "refuse" -> true;
      default ->
          throw new IllegalArgumentException(
              "--on-damage is replace or refuse, not '" + onDamage + "'");
    };
  }

  private Path directory() {
    if (data != null) {
      return data;
    }
    if (group == null) {
      throw new IllegalArgumentException(
          "--data or --group is missing; a restart needs --data, a new server --group and --expect,"
              + " or --join");
    }
    return Arguments.path("flotilla-data", group);
  }

  private static ExitCode exitCodeOf(Throwable cause) {
    if (!(cause instanceof ServerStartException refused)) {
      return ExitCode.NODE_STOPPED;
    }
    return switch (refused.kind()) {
      case PORT_IN_USE -> ExitCode.PORT_IN_USE;
      case DIRECTORY_REFUSED -> ExitCode.DIRECTORY_REFUSED;
      case DIRECTORY_IN_USE -> ExitCode.DIRECTORY_IN_USE;
      case DAMAGED -> ExitCode.DAMAGED;
      case FOUNDING_REFUSED -> ExitCode.FOUNDING_REFUSED;
      case NETWORK -> ExitCode.NETWORK;
      case DISK -> ExitCode.DISK;
      case SETTINGS -> ExitCode.USAGE;
      case NOT_FOUNDED_IN_TIME, STOPPED -> ExitCode.NODE_STOPPED;
    };
  }

  private static String messageOf(Throwable cause) {
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  /** One line a fact, for people and for programs that start servers. */
  private static synchronized void announce(PrintWriter out, String fact, String details) {
    out.println(fact + " " + details);
    out.flush();
  }
}
