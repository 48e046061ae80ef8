package dev.flotilla.gateway.command;

import dev.flotilla.console.ConsoleServer;
import dev.flotilla.console.ConsoleSettings;
import dev.flotilla.console.ConsoleSettings.Exposure;
import dev.flotilla.console.GroupSource;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.gateway.agent.AgentWatch;
import dev.flotilla.gateway.log.GatewayWatch;
import dev.flotilla.gateway.log.GroupLog;
import dev.flotilla.gateway.log.RequestLog;
import dev.flotilla.gateway.monitor.GatewaySource;
import dev.flotilla.gateway.proxy.Gateway;
import dev.flotilla.gateway.proxy.GatewayOptions;
import dev.flotilla.gateway.proxy.Keeping;
import dev.flotilla.gateway.proxy.Patience;
import dev.flotilla.gateway.proxy.Redispatch;
import dev.flotilla.gateway.proxy.TrustedProxies;
import dev.flotilla.process.BoundedStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Runs a gateway; its subcommands show what it does. */
@Command(
    name = "flotilla gateway",
    description =
        "An HTTP reverse proxy that dispatches a request again when a web "
            + "server fails. With --log it keeps requests in a group of Flotilla "
            + "servers, so that another gateway finishes them. The group runs the "
            + "key-value store: flotilla server --state-machine key-value.",
    mixinStandardHelpOptions = true,
    versionProvider = GatewayCommand.Version.class,
    scope = ScopeType.INHERIT,
    subcommands = {GatewayDemoCommand.class, AgentCommand.class, DemoWebCommand.class},
    footer = {
      "",
      "Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 10 port in use, 16 network unusable,",
      "70 defect, 143 ended by SIGTERM, 130 by SIGINT."
    })
public final class GatewayCommand implements Callable<Integer> {
  private static final int MAX_SUGGESTIONS = 3;
  private static final Duration MAX_DRAIN = Duration.ofSeconds(1);
  private static final String VERBOSE = "--verbose";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where to listen. Default: 127.0.0.1:8080. Port 0 takes a free one.")
  private String listen = "127.0.0.1:8080";

  @Option(
      names = "--backends",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "The web servers.")
  private List<String> backends = new ArrayList<>();

  @Option(
      names = "--farm",
      paramLabel = "NAME",
      description =
          "Also forwards to the web servers whose agents report to this farm "
              + "('flotilla gateway agent'). Whoever can announce an agent on the "
              + "network gets requests.")
  private @Nullable String farm;

  @Option(
      names = "--console",
      paramLabel = "[HOST:]PORT",
      description = "Serves a web page that shows the gateway. Default host: 127.0.0.1.")
  private @Nullable String console;

  @Option(
      names = "--insecure-console",
      description = {
        "Lets --console serve beyond loopback. Every host that reaches the port sees the gateway,",
        "unencrypted, and can start and stop recordings."
      })
  private boolean insecureConsole;

  @Option(
      names = "--console-recordings",
      paramLabel = "DIR",
      defaultValue = "flotilla-recordings/gateway",
      description = "Where recordings of the page are. Default: ${DEFAULT-VALUE}.")
  private Path recordings = Path.of("flotilla-recordings", "gateway");

  @Option(
      names = "--probe",
      paramLabel = "PATH",
      defaultValue = "/",
      description =
          "What to ask of web servers to see whether they live: any answer below 500 will do. "
              + "Default: ${DEFAULT-VALUE}.")
  private String probePath = "/";

  @Option(
      names = "--probe-millis",
      paramLabel = "N",
      defaultValue = "500",
      description = "How often to ask. Default: ${DEFAULT-VALUE}.")
  private int probeMillis;

  @Option(
      names = "--answer-millis",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "How long a web server may send nothing before its request goes to another one. "
              + "Default: ${DEFAULT-VALUE}.")
  private int answerMillis;

  @Option(
      names = "--keep-bytes",
      paramLabel = "N",
      description =
          "Keeps requests and answers up to this size, so that a failure can be "
              + "hidden; larger ones are streamed. Default: 262144, and 196608 with a "
              + "log.")
  private @Nullable Integer keepBytes;

  @Option(
      names = "--plain",
      description = "Dispatches no request again, as a plain reverse proxy does.")
  private boolean plain;

  @Option(
      names = "--trust-forwarded",
      paramLabel = "ADDRESS[/BITS]",
      split = ",",
      arity = "0..1",
      fallbackValue = "0.0.0.0/0,::/0",
      description = {
        "Proxies in front of this gateway: what they say of their clients in Forwarded and",
        "X-Forwarded-* is kept. Without a value all clients are trusted. Default: none; these",
        "fields of clients are replaced."
      })
  private List<String> trusted = new ArrayList<>();

  @Mixin private LogArguments log = new LogArguments();

  @Option(
      names = VERBOSE,
      scope = ScopeType.INHERIT,
      description = "Logs what happens, and errors with their stack traces, to standard error.")
  private boolean verbose;

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    // The logging backend reads both when the first class asks for a logger: before parsing. In the
    // archive the server is on the same class path, with a configuration of its own.
    System.getProperties().putIfAbsent("logback.configurationFile", "gateway-logback.xml");
    if (List.of(arguments).contains(VERBOSE)) {
      System.setProperty("flotilla.log.level", "DEBUG");
      System.setProperty("flotilla.log.frames", "full");
    }
    // A proxy must not wait for the reader of its log.
    BoundedStream bounded = BoundedStream.ofStandardError();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(bounded), "gateway-errors"));
    System.exit(execute(new PrintWriter(System.err, true, StandardCharsets.UTF_8), arguments));
  }

  private static void drain(BoundedStream errors) {
    boolean unused = errors.drain(MAX_DRAIN);
  }

  static int execute(PrintWriter errors, String... arguments) {
    return new CommandLine(new GatewayCommand())
        .setErr(errors)
        .setParameterExceptionHandler(GatewayCommand::misused)
        .setExecutionExceptionHandler(GatewayCommand::failed)
        .execute(arguments);
  }

  @Override
  public Integer call() throws GatewayFailure {
    if (backends.isEmpty() && farm == null) {
      throw new GatewayFailure(
          GatewayFailure.USAGE,
          "--backends or --farm is missing; 'flotilla gateway demo' shows an example");
    }
    RequestLog requests = log.open();
    AtomicReference<ConsoleServer> page = new AtomicReference<>();
    Consumer<String> note = event -> note(page.get(), event);
    try (requests;
        Gateway gateway = Gateway.start(options(requests), requests, note)) {
      page.set(show(requests, gateway));
      watch(requests, gateway, note);
      findAgents(gateway, note);
      announce("serving", HostPort.of(gateway.address()).toString());
      new CountDownLatch(1).await(); // Until a signal ends the process.
      return 0;
    } catch (IOException e) {
      throw new GatewayFailure(
          isPortInUse(e) ? GatewayFailure.PORT_IN_USE : GatewayFailure.NETWORK,
          String.valueOf(e.getMessage()),
          e);
    } catch (IllegalArgumentException e) {
      throw new GatewayFailure(GatewayFailure.USAGE, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GatewayFailure(GatewayFailure.INTERNAL, "interrupted", e);
    }
  }

  private static boolean isPortInUse(IOException failure) {
    boolean isBinding =
        failure instanceof BindException || failure.getCause() instanceof BindException;
    return isBinding && String.valueOf(failure.getMessage()).contains("in use");
  }

  private void note(@Nullable ConsoleServer page, String event) {
    announce("event", event);
    if (page != null) {
      page.note(event);
      page.refresh();
    }
  }

  private void watch(RequestLog requests, Gateway gateway, Consumer<String> note) {
    if (requests instanceof GroupLog group) {
      announce("gateway", group.gateway());
      GatewayWatch unused = GatewayWatch.start(group, gateway::execute, note);
    }
  }

  private void findAgents(Gateway gateway, Consumer<String> note) throws IOException {
    if (farm != null) {
      NetworkChoice network = NetworkChoice.of(log.networkInterface());
      AgentWatch unused =
          AgentWatch.start(farm, network.address(), network.discovery(), gateway.backends(), note);
    }
  }

  private @Nullable ConsoleServer show(RequestLog requests, Gateway gateway) throws IOException {
    if (console == null) {
      return null;
    }
    ConsoleSettings settings =
        new ConsoleSettings(
            ConsoleSettings.addressOf(console),
            insecureConsole ? Exposure.INSECURE : Exposure.LOOPBACK,
            Set.of(),
            recordings,
            ConsoleSettings.DEFAULT_MAX_RECORDING_BYTES);
    Optional<GroupLog> group =
        requests instanceof GroupLog replicated ? Optional.of(replicated) : Optional.empty();
    GatewaySource source =
        new GatewaySource(
            () -> group.map(GroupLog::gateway).orElse(listen),
            gateway,
            group.map(it -> new GroupSource(log.groupName(), it::members)));
    ConsoleServer page = ConsoleServer.start(settings, source);
    announce("console", page.url().toString());
    return page;
  }

  private GatewayOptions options(RequestLog requests) throws GatewayFailure {
    Keeping keeping = requests.isReplicated() ? Keeping.LOGGED : Keeping.DEFAULT;
    try {
      int kept = keepBytes != null ? keepBytes : keeping.requestBytes();
      return GatewayOptions.of(
              HostPort.parseListening(listen).resolved(),
              backends.stream().map(HostPort::parse).toList())
          .with(Patience.DEFAULT.withAnswerMillis(answerMillis))
          .with(plain ? Redispatch.NEVER : Redispatch.DEFAULT)
          .with(keeping.withBytes(kept))
          .with(TrustedProxies.parse(trusted))
          .withProbes(probePath, probeMillis);
    } catch (IllegalArgumentException e) {
      throw new GatewayFailure(GatewayFailure.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  /** One line a fact, for people and for programs that start gateways. */
  private synchronized void announce(String fact, String details) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(fact + " " + details);
    out.flush();
  }

  /** The version of the jar, with the Java that runs it. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = GatewayCommand.class.getPackage().getImplementationVersion();
      return new String[] {
        "flotilla gateway %s, Java %s"
            .formatted(version == null ? "of unknown version" : version, Runtime.version())
      };
    }
  }

  private static int misused(CommandLine.ParameterException thrown, String[] arguments) {
    CommandLine command = thrown.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    List<String> similar =
        thrown instanceof CommandLine.UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions().stream().limit(MAX_SUGGESTIONS).toList()
            : List.of();
    String hint = similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?";
    command.getErr().println(name + ": " + oneLine(thrown) + hint + "; see " + name + " --help");
    return GatewayFailure.USAGE;
  }

  private static int failed(Exception thrown, CommandLine command, CommandLine.ParseResult parsed) {
    if (command.getCommandSpec().root().userObject() instanceof GatewayCommand root
        && root.verbose) {
      thrown.printStackTrace(command.getErr());
    }
    String name = command.getCommandSpec().qualifiedName();
    if (thrown instanceof GatewayFailure failure) {
      command.getErr().println(name + ": " + oneLine(failure));
      return failure.exitCode();
    }
    command.getErr().println(name + ": unexpected " + thrown + "; --verbose tells more");
    return GatewayFailure.INTERNAL;
  }

  private static String oneLine(Exception thrown) {
    return String.valueOf(thrown.getMessage())
        .lines()
        .reduce((a, b) -> a + " " + b.strip())
        .orElse("");
  }
}
