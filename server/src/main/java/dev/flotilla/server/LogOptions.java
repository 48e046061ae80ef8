package dev.flotilla.server;

import dev.flotilla.server.config.OptionDefaults;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a server logs, and how. The logging backend must be told before options are parsed. */
final class LogOptions {
  private static final String LEVEL = "--log-level";
  private static final String FORMAT = "--log-format";
  private static final String LEVEL_PROPERTY = "flotilla.log.level";
  private static final String FORMAT_PROPERTY = "flotilla.log.format";
  private static final List<String> LEVELS = List.of("error", "warn", "info", "debug", "trace");
  private static final List<String> FORMATS = List.of("text", "json");

  @Option(
      names = LEVEL,
      paramLabel = "LEVEL",
      description = {
        "What is logged to standard error: error, warn, info (elections, members, snapshots), debug"
            + " or",
        "trace. Default: info."
      })
  private @Nullable String level;

  @Option(
      names = FORMAT,
      paramLabel = "FORMAT",
      description = "text, or json: an object a line with group, member and term. Default: text.")
  private @Nullable String format;

  /** Tells the logging backend, before any class asks for a logger; takes no notice of nonsense. */
  static void prepare(OptionDefaults defaults) {
    defaults
        .early(LEVEL)
        .filter(LEVELS::contains)
        .ifPresentOrElse(
            wanted -> System.setProperty(LEVEL_PROPERTY, wanted.toUpperCase(Locale.ROOT)),
            () -> System.getProperties().putIfAbsent(LEVEL_PROPERTY, "INFO"));
    defaults
        .early(FORMAT)
        .filter(FORMATS::contains)
        .ifPresent(wanted -> System.setProperty(FORMAT_PROPERTY, wanted));
  }

  /** Refuses nonsense before a server starts. */
  void check() {
    check(LEVEL, level, LEVELS);
    check(FORMAT, format, FORMATS);
  }

  private static void check(String option, @Nullable String value, List<String> known) {
    if (value != null && !known.contains(value)) {
      throw new IllegalArgumentException(
          "%s is one of %s, not '%s'".formatted(option, String.join(", ", known), value));
    }
  }
}
