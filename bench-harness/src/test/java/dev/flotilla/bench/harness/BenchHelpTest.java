package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of {@code --help}. */
class BenchHelpTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(strings = {"run", "report", "compare", "agent"})
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(text(out))
        .contains("Usage: flotilla bench " + command, "Exit codes:", "Wrong usage.");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void listOfCommandsHasOneSentenceForEach() {
    assertThat(run("--help")).isZero();
    List<String> commands =
        text(out).lines().dropWhile(line -> !line.startsWith("Commands:")).skip(1).toList();
    assertThat(commands).hasSize(4).allMatch(line -> line.endsWith("."));
  }

  @Test
  void helpOfRunNamesEveryPreset() {
    run("run", "--help");
    assertThat(text(out))
        .contains("paper", "lock-service", "kv-report", "links", "histories", "total-order");
  }

  private int run(String... words) {
    return BenchCommand.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        words);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
