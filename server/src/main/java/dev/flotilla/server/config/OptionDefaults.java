package dev.flotilla.server.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Gives options that are not on the command line a value: from the environment ({@code
 * FLOTILLA_GROUP} for {@code --group}), else for a server from its {@code --config} file, else for
 * a command that asks a group from the context in use. One thread.
 */
public final class OptionDefaults implements IDefaultValueProvider {
  /** The option of a server that names its file. */
  public static final String CONFIG = "--config";

  /** The options of a context; {@link Contexts} keeps them without the hyphens. */
  public static final List<String> OF_CONTEXTS =
      List.of(
          "--group",
          "--group-id",
          "--servers",
          "--interface",
          "--discovery-proxy",
          "--keys",
          "--timeout");

  private static final String PREFIX = "FLOTILLA_";
  private static final String CONTEXT = "FLOTILLA_CONTEXT";

  /** What must be said each time, since it destroys something or names one thing. */
  private static final Set<String> NEVER =
      Set.of("--help", "--version", "--force", "--confirm", "--leave", "--uid", "--forget");

  private final Map<String, String> environment;
  private final List<String> arguments;
  private final Optional<Path> config;
  private @Nullable Properties file;
  private @Nullable Map<String, String> context;

  /**
   * Reads no file yet.
   *
   * @param environment the variables
   * @param arguments the command line, which may name a file
   */
  public OptionDefaults(Map<String, String> environment, List<String> arguments) {
    this.environment = environment;
    this.arguments = arguments;
    this.config = valueOf(CONFIG, arguments).map(Path::of);
  }

  /**
   * The value of an option of {@code server} before anything is parsed, from wherever it may come.
   * Nothing if a file cannot be read: parsing says so.
   */
  public Optional<String> early(String option) {
    return valueOf(option, arguments)
        .or(() -> Optional.ofNullable(environment.get(variable(option))))
        .or(() -> config.flatMap(path -> fromFile(path, plain(option))));
  }

  private static Optional<String> fromFile(Path path, String name) {
    Properties read = new Properties();
    try (Reader in = Files.newBufferedReader(path)) {
      read.load(in);
      return Optional.ofNullable(read.getProperty(name));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String variable(String option) {
    return PREFIX + plain(option).replace('-', '_').toUpperCase(Locale.ROOT);
  }

  /** The variables. */
  public Map<String, String> environment() {
    return environment;
  }

  private static Optional<String> valueOf(String option, List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith(option + "=")) {
        return Optional.of(argument.substring(option.length() + 1));
      }
      if (argument.equals(option) && i + 1 < arguments.size()) {
        return Optional.of(arguments.get(i + 1));
      }
    }
    return Optional.empty();
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return null;
    }
    String name = option.longestName();
    if (NEVER.contains(name) || name.equals(CONFIG)) {
      return null;
    }
    String given = environment.getOrDefault(variable(name), "");
    if (!given.isEmpty()) {
      return given;
    }
    CommandSpec command = option.command();
    if (command.optionsMap().containsKey(CONFIG)) {
      return fromFile(command, plain(name));
    }
    boolean asksGroup = command.optionsMap().containsKey("--servers");
    return asksGroup && OF_CONTEXTS.contains(name) ? fromContext(command, plain(name)) : null;
  }

  private static String plain(String option) {
    return option.substring(2);
  }

  private @Nullable String fromFile(CommandSpec command, String name) {
    if (config.isEmpty()) {
      return null;
    }
    if (file == null) {
      file = read(command, config.get());
    }
    return file.getProperty(name);
  }

  private static Properties read(CommandSpec command, Path path) {
    Properties read = new Properties();
    try (Reader in = Files.newBufferedReader(path)) {
      read.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw wrong(command, "--config %s cannot be read: %s".formatted(path, e));
    }
    Set<String> unknown = new TreeSet<>(read.stringPropertyNames());
    unknown.removeIf(
        it -> command.optionsMap().containsKey("--" + it) && !NEVER.contains("--" + it));
    if (!unknown.isEmpty()) {
      throw wrong(
          command,
          "--config %s has %s, which is no option that it may have; it has lines such as 'group = hall'"
              .formatted(path, String.join(", ", unknown)));
    }
    return read;
  }

  private @Nullable String fromContext(CommandSpec command, String name) {
    if (context == null) {
      context = contextOf(command);
    }
    return context.get(name);
  }

  private Map<String, String> contextOf(CommandSpec command) {
    Optional<Path> path = Contexts.file(environment);
    if (path.isEmpty()) {
      return Map.of();
    }
    Contexts contexts;
    try {
      contexts = Contexts.read(path.get());
    } catch (IOException e) {
      throw wrong(command, "the contexts cannot be read: " + e.getMessage());
    }
    String named = environment.getOrDefault(CONTEXT, "");
    String used = named.isEmpty() ? contexts.current() : named;
    if (used == null) {
      return Map.of();
    }
    Map<String, String> found = contexts.contexts().get(used);
    if (found == null) {
      throw wrong(
          command,
          "there is no context '%s'; 'flotilla context list' shows those that there are"
              .formatted(used));
    }
    return found;
  }

  private static CommandLine.ParameterException wrong(CommandSpec command, String message) {
    return new CommandLine.ParameterException(command.commandLine(), message);
  }
}
