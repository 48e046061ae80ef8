package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.PageCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command line understands each line of README and the pages that calls this program. */
class PageCommandsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

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
            "```java\nint a;\n```\n\nText\n\n```\n./flotilla insert --group g \\\n    put 'a b'  # a comment\n./flotilla x\n```\n");

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
    return PageCalls.blocks(page).stream()
        .flatMap(List::stream)
        .filter(words -> !OTHERS.contains(words.get(0)))
        .toList();
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
