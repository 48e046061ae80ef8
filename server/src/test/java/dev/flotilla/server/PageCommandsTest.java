package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command line understands each line of README and the pages that calls this program. */
class PageCommandsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```(?:sh)?\\n(.*?)^ *```");
  private static final Pattern CALL = Pattern.compile("(?m)^ *\\./flotilla ((?:.*\\\\\\n)*.*)$");
  private static final Pattern WORD =
      Pattern.compile("(?:[^\\s\"'#]|\"[^\"]*\"|'[^']*'|(?<=\\S)#)+");

  /** Programs of other modules, which the launcher starts instead. */
  private static final Set<String> OTHERS = Set.of("bench", "gateway", "thermostat", "locks");

  @Test
  void thePagesCallWhatTheCommandLineUnderstands() {
    List<String> wrong = new ArrayList<>();
    int read = 0;
    for (Path page : pages()) {
      for (List<String> call : calls(text(page))) {
        read++;
        complaint(call).ifPresent(it -> wrong.add(ROOT.relativize(page) + ": " + call + ": " + it));
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(read).isGreaterThan(40);
  }

  @Test
  void aLineThatIsNotUnderstoodIsFound() {
    List<List<String>> calls =
        calls(
            "```\n./flotilla insert --group g \\\n    put 'a b'  # a comment\n./flotilla x\n```\n");

    assertThat(calls)
        .containsExactly(List.of("insert", "--group", "g", "put", "a b"), List.of("x"));
    assertThat(complaint(calls.get(0))).isEmpty();
    assertThat(complaint(calls.get(1))).isPresent();
    assertThat(complaint(List.of("status", "--groups", "g"))).isPresent();
  }

  private static Optional<String> complaint(List<String> call) {
    try {
      FlotillaCommand.commandLine().parseArgs(call.toArray(String[]::new));
      return Optional.empty();
    } catch (CommandLine.ParameterException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static List<List<String>> calls(String page) {
    List<List<String>> calls = new ArrayList<>();
    Matcher code = CODE.matcher(page);
    while (code.find()) {
      Matcher call = CALL.matcher(code.group(1));
      while (call.find()) {
        List<String> words = words(call.group(1).replace("\\\n", " "));
        if (!OTHERS.contains(words.get(0))) {
          calls.add(words);
        }
      }
    }
    return calls;
  }

  /** The words up to a comment, a pipe or another command, without their quotes. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line.replaceFirst("\\s+[#|&>;].*", ""));
    while (word.find()) {
      words.add(word.group().replaceAll("[\"']", ""));
    }
    return words;
  }

  private static List<Path> pages() {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), files)
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("/docs/adr/"))
          .filter(file -> !file.toString().contains("/docs/evidence/"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
