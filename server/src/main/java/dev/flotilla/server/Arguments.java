package dev.flotilla.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads the arguments of a command line, and explains in one sentence what is wrong with one. */
final class Arguments {
  private static final int MAX_SUGGESTIONS = 3;

  private Arguments() {}

  /** Adds what reads numbers, paths and addresses to a command and its subcommands. */
  static CommandLine readBy(CommandLine command) {
    return command
        .registerConverter(Path.class, Arguments::pathOf)
        .registerConverter(URI.class, Arguments::address)
        .registerConverter(int.class, Arguments::wholeNumber)
        .registerConverter(Integer.class, Arguments::wholeNumber)
        .registerConverter(long.class, Arguments::longNumber)
        .registerConverter(Long.class, Arguments::longNumber)
        .setUnmatchedOptionsAllowedAsOptionParameters(false);
  }

  /** Hands over the value of an option, if it was given. */
  static <T> void given(@Nullable T value, Consumer<? super T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  /** What was mistyped, with commands or options of a similar name. */
  static String explain(CommandLine.ParameterException thrown) {
    if (thrown instanceof CommandLine.UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      List<String> similar = unmatched.getSuggestions().stream().limit(MAX_SUGGESTIONS).toList();
      return unmatched(unmatched)
          + (similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?");
    }
    return String.valueOf(thrown.getMessage());
  }

  /** An option may be missing since it is mistyped, or stands before the command. */
  static CommandLine.ParameterException cause(
      CommandLine.ParameterException thrown, String[] arguments) {
    if (!(thrown instanceof CommandLine.MissingParameterException missing)) {
      return thrown;
    }
    CommandLine command = thrown.getCommandLine();
    Optional<String> misplaced =
        missing.getMissing().stream()
            .filter(CommandLine.Model.OptionSpec.class::isInstance)
            .map(it -> ((CommandLine.Model.OptionSpec) it).longestName())
            .filter(it -> Stream.of(arguments).anyMatch(word -> (word + "=").startsWith(it + "=")))
            .findFirst();
    if (misplaced.isPresent()) {
      return new CommandLine.ParameterException(
          command,
          "write %s after '%s'"
              .formatted(misplaced.get(), command.getCommandSpec().qualifiedName()));
    }
    return Stream.of(arguments)
        .takeWhile(it -> !it.equals("--"))
        .filter(it -> it.startsWith("--"))
        .map(it -> it.contains("=") ? it.substring(0, it.indexOf('=')) : it)
        .filter(it -> command.getCommandSpec().findOption(it) == null)
        .<CommandLine.ParameterException>map(
            it -> new CommandLine.UnmatchedArgumentException(command, List.of(it)))
        .findFirst()
        .orElse(thrown);
  }

  private static String unmatched(CommandLine.UnmatchedArgumentException thrown) {
    String word = thrown.getUnmatched().get(0);
    if (thrown.isUnknownOption()) {
      return "there is no option '%s'".formatted(word);
    }
    return thrown.getCommandLine().getSubcommands().isEmpty()
        ? String.valueOf(thrown.getMessage())
        : "there is no command '%s'".formatted(word);
  }

  /**
   * A path below the working directory.
   *
   * @throws IllegalArgumentException if this locale has no bytes for its letters
   */
  static Path path(String first, String second) {
    return path(first + "/" + second);
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          "'%s' is no path in this locale (%s); set LC_ALL=C.UTF-8, or use ASCII letters only"
              .formatted(text, e.getReason()),
          e);
    }
  }

  private static Path pathOf(String text) {
    try {
      return path(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static URI address(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new TypeConversionException(
          "'%s' is no URL, such as http://192.168.1.5:5000/RAFT_Service: %s"
              .formatted(text, e.getReason()));
    }
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'%s' is no whole number".formatted(text));
    }
  }

  private static long longNumber(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'%s' is no whole number".formatted(text));
    }
  }
}
