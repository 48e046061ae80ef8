package dev.flotilla.server;

import dev.flotilla.server.config.Contexts;
import dev.flotilla.server.config.OptionDefaults;
import dev.flotilla.server.json.ContextsJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Keeps values of options under names, for commands that ask a group. */
@Command(
    name = "context",
    description = {
      "Keeps the options of commands that ask a group under a name.",
      "'context set hall --group hall --keys DIR' keeps them, 'context use hall' uses them from"
          + " then",
      "on. The command line and variables such as FLOTILLA_GROUP win over a context."
    })
final class ContextCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name what to do; 'context list' shows the contexts");
  }

  /** Lists them. */
  @Command(name = "list", description = "Lists the contexts; '*' marks the one in use.")
  int list(@Mixin JsonOption json) throws CommandFailure {
    Contexts contexts = read();
    PrintWriter out = spec.commandLine().getOut();
    if (json.print(out, new ContextsJson(contexts.current(), contexts.contexts()))) {
      return ExitCode.OK.number();
    }
    contexts
        .contexts()
        .forEach(
            (name, options) -> {
              StringBuilder line = new StringBuilder(name.equals(contexts.current()) ? "* " : "  ");
              line.append(name);
              options.forEach(
                  (option, value) -> line.append("  --").append(option).append(' ').append(value));
              out.println(line);
            });
    out.flush();
    return ExitCode.OK.number();
  }

  /** Uses one from now on. */
  @Command(name = "use", description = "Uses a context from now on, or none without NAME.")
  int use(
      @Parameters(arity = "0..1", paramLabel = "NAME", description = "The context.")
          @Nullable String name)
      throws CommandFailure {
    if (name != null) {
      require(read(), name);
    }
    return change(it -> it.use(name));
  }

  /** Makes or replaces one. */
  @Command(
      name = "set",
      description = "Makes or replaces a context. The first one is used from then on.")
  int set(
      @Parameters(paramLabel = "NAME", description = "The context.") String name,
      @Option(names = "--group", paramLabel = "G", description = "The group's name.")
          @Nullable String group,
      @Option(names = "--group-id", paramLabel = "ID", description = "The group's id.")
          @Nullable String groupId,
      @Option(names = "--servers", paramLabel = "URL,...", description = "URLs of servers.")
          @Nullable String servers,
      @Option(names = "--interface", paramLabel = "IF,...", description = "Network interfaces.")
          @Nullable String networkInterface,
      @Option(names = "--discovery-proxy", paramLabel = "HOST:PORT", description = "A proxy.")
          @Nullable String proxy,
      @Option(names = "--keys", paramLabel = "DIR", description = "The key directory.")
          @Nullable Path keys,
      @Option(names = "--timeout", paramLabel = "DURATION", description = "How long to try.")
          @Nullable String timeout)
      throws CommandFailure {
    SortedMap<String, String> options = new TreeMap<>();
    put(options, "group", group);
    put(options, "group-id", groupId);
    put(options, "servers", servers);
    put(options, "interface", networkInterface);
    put(options, "discovery-proxy", proxy);
    put(options, "keys", keys == null ? null : keys.toAbsolutePath().normalize().toString());
    put(options, "timeout", timeout);
    if (name.isBlank() || options.isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "a context has a name and one of the options %s"
              .formatted(String.join(", ", OptionDefaults.OF_CONTEXTS)));
    }
    return change(
        it -> {
          Contexts more = it.with(name, options);
          return it.contexts().isEmpty() ? more.use(name) : more;
        });
  }

  private static void put(SortedMap<String, String> options, String name, @Nullable String value) {
    if (value != null) {
      options.put(name, value);
    }
  }

  /** Deletes one. */
  @Command(name = "delete", description = "Deletes a context.")
  int delete(@Parameters(paramLabel = "NAME", description = "The context.") String name)
      throws CommandFailure {
    require(read(), name);
    return change(it -> it.without(name));
  }

  private static void require(Contexts contexts, String name) throws CommandFailure {
    if (!contexts.contexts().containsKey(name)) {
      throw new CommandFailure(
          ExitCode.NEGATIVE,
          "there is no context '%s'; 'flotilla context list' shows those that there are"
              .formatted(name));
    }
  }

  private Path file() throws CommandFailure {
    Map<String, String> environment =
        spec.root().defaultValueProvider() instanceof OptionDefaults defaults
            ? defaults.environment()
            : System.getenv();
    return Contexts.file(environment)
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.USAGE, "there is no place for contexts; set HOME or FLOTILLA_CONFIG"));
  }

  private Contexts read() throws CommandFailure {
    try {
      return Contexts.read(file());
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private int change(UnaryOperator<Contexts> change) throws CommandFailure {
    Contexts before = read();
    try {
      change.apply(before).write(file());
      return ExitCode.OK.number();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static CommandFailure failure(IOException e) {
    return new CommandFailure(ExitCode.DISK, "the contexts cannot be kept: " + e.getMessage(), e);
  }
}
