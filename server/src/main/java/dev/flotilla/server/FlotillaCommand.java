package dev.flotilla.server;

import dev.flotilla.process.BoundedStream;
import dev.flotilla.server.config.OptionDefaults;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of everything but the benchmarks. */
@Command(
    name = "flotilla",
    description = "Replicated services for the devices of a LAN: Raft over DPWS.",
    mixinStandardHelpOptions = true,
    versionProvider = FlotillaCommand.Version.class,
    scope = ScopeType.INHERIT,
    footer = {
      "",
      "'flotilla bench --help' describes the benchmarks;",
      "'flotilla gateway --help' describes a reverse proxy for web servers;",
      "'flotilla thermostat' runs the example.",
      "Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 unknown outcome,",
      "4 nobody answered, 10 port in use, 11 directory refused, 12 directory in use,",
      "13 damaged data, 14 founding refused, 15 node stopped, 16 network unusable,",
      "17 disk unusable, 70 defect, 143 ended by SIGTERM, 130 by SIGINT."
    })
public final class FlotillaCommand implements Runnable {
  private static final String SERVER = "server";

  /** In the order of the help. A class is not read before its command is needed. */
  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand.class);
    COMMANDS.put("server", ServerCommand.class);
    COMMANDS.put("insert", InsertCommand.class);
    COMMANDS.put("read", ReadCommand.class);
    COMMANDS.put("watch", WatchCommand.class);
    COMMANDS.put("query", QueryCommand.class);
    COMMANDS.put("kv", KvCommand.class);
    COMMANDS.put("lock", LockCommand.class);
    COMMANDS.put("elect", ElectCommand.class);
    COMMANDS.put("status", StatusCommand.class);
    COMMANDS.put("members", MembersCommand.class);
    COMMANDS.put("backup", BackupCommand.class);
    COMMANDS.put("restore", RestoreCommand.class);
    COMMANDS.put("recover", RecoverCommand.class);
    COMMANDS.put("keys", KeysCommand.class);
    COMMANDS.put("join", JoinCommand.class);
    COMMANDS.put("journal", JournalCommand.class);
    COMMANDS.put("log", LogCommand.class);
    COMMANDS.put("version", VersionCommand.class);
    COMMANDS.put("context", ContextCommand.class);
    COMMANDS.put("completion", CompletionCommand.class);
    COMMANDS.put("doctor", DoctorCommand.class);
    COMMANDS.put("chaos", ChaosCommand.class);
  }

  private static final Duration MAX_DRAIN = Duration.ofSeconds(1);
  private static final String VERBOSE = "--verbose";
  private static final String LOG_LEVEL = "flotilla.log.level";
  private static final String LOG_FRAMES = "flotilla.log.frames";

  /** Checks by which Netty finds mistakes in its own use; each is paid for with every message. */
  static final Map<String, String> WITHOUT_NETTY_CHECKS =
      Map.of(
          "io.netty.leakDetection.level", "disabled",
          "io.netty.buffer.checkAccessible", "false",
          "io.netty.buffer.checkBounds", "false");

  @Spec private CommandSpec spec = CommandSpec.create();

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
    // The logging backend reads its level when the first class asks for a logger: before parsing.
    if (List.of(arguments).contains(VERBOSE)) {
      System.setProperty(LOG_LEVEL, "DEBUG");
      System.setProperty(LOG_FRAMES, "full");
    }
    boolean isServer = List.of(arguments).contains(SERVER);
    if (isServer) {
      LogOptions.prepare(new OptionDefaults(System.getenv(), List.of(arguments)));
      WITHOUT_NETTY_CHECKS.forEach(System.getProperties()::putIfAbsent);
    }
    // A server must not wait for the reader of its log.
    Optional<BoundedStream> errors =
        isServer ? Optional.of(BoundedStream.ofStandardError()) : Optional.empty();
    errors.ifPresent(it -> Runtime.getRuntime().addShutdownHook(draining(it)));
    System.exit(execute(arguments));
  }

  private static Thread draining(BoundedStream errors) {
    return new Thread(
        () -> {
          boolean unused = errors.drain(MAX_DRAIN);
        },
        "flotilla-errors");
  }

  static int execute(String... arguments) {
    OptionDefaults defaults = new OptionDefaults(System.getenv(), List.of(arguments));
    return commandLine(defaults, arguments).execute(arguments);
  }

  /** All commands with their options, for those who list them. */
  public static CommandLine commandLine() {
    return commandLine(new OptionDefaults(System.getenv(), List.of()));
  }

  /**
   * The commands that a command line may need: the one that it begins with, or all. To read the
   * options of all takes longer than to ask a server.
   */
  static CommandLine commandLine(OptionDefaults defaults, String... arguments) {
    CommandLine command = new CommandLine(new FlotillaCommand());
    Class<?> named = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
    if (named == null) {
      COMMANDS.forEach(command::addSubcommand);
    } else {
      command.addSubcommand(arguments[0], named);
    }
    return Arguments.readBy(command)
        .setDefaultValueProvider(defaults)
        .setExecutionStrategy(new Progress(command.getExecutionStrategy()))
        .setParameterExceptionHandler(FlotillaCommand::misused)
        .setExecutionExceptionHandler(FlotillaCommand::failed);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a command; 'flotilla demo' shows what it is about");
  }

  private static int misused(CommandLine.ParameterException thrown, String[] arguments) {
    CommandLine command = thrown.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String message = oneLine(Arguments.explain(Arguments.cause(thrown, arguments)));
    command.getErr().println(name + ": " + message + "; see " + name + " --help");
    return ExitCode.USAGE.number();
  }

  private static int failed(Exception thrown, CommandLine command, ParseResult parsed) {
    if (command.getCommandSpec().root().userObject() instanceof FlotillaCommand root
        && root.verbose) {
      thrown.printStackTrace(command.getErr());
    }
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(name + ": " + oneLine(explanation(thrown)));
    return thrown instanceof CommandFailure failure
        ? failure.exitCode().number()
        : ExitCode.INTERNAL.number();
  }

  private static String explanation(Exception thrown) {
    return thrown instanceof CommandFailure
        ? String.valueOf(thrown.getMessage())
        : "unexpected " + thrown + "; --verbose tells more";
  }

  private static String oneLine(String message) {
    return message.lines().reduce((a, b) -> a + " " + b.strip()).orElse("");
  }

  /** The version of the jar, with the Java that runs it. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {text()};
    }

    /** That of the jar. */
    static String ofProgram() {
      String version = FlotillaCommand.class.getPackage().getImplementationVersion();
      return version == null ? "unknown" : version;
    }

    static String text() {
      return String.format(Locale.ROOT, "flotilla %s, Java %s", ofProgram(), Runtime.version());
    }
  }
}
