package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ProgressTest {
  private final StringWriter errors = new StringWriter();

  @Test
  void whatTakesLongIsSaidOnATerminal() {
    int code = run(true, () -> Await.until(() -> "a line", this::isTold), "status", "--group=hall");

    assertThat(code).isEqualTo(7);
    assertThat(errors.toString()).startsWith("waiting for group hall, ");
  }

  @Test
  void filesAndPipesGetNothing() {
    assertThat(run(false, () -> {}, "status", "--group=hall")).isEqualTo(7);
    assertThat(errors.toString()).isEmpty();
  }

  @Test
  void helpIsNotColouredWithoutATerminal() {
    StringWriter out = new StringWriter();
    FlotillaCommand.commandLine().setOut(new PrintWriter(out, true)).execute("status", "--help");

    assertThat(out.toString()).contains("--group").doesNotContain("\u001b");
  }

  private boolean isTold() {
    return errors.toString().contains("waiting");
  }

  private int run(boolean isTerminal, Runnable work, String... arguments) {
    CommandLine line =
        FlotillaCommand.commandLine()
            .setErr(new PrintWriter(errors, true))
            .setExecutionStrategy(
                new Progress(
                    parsed -> {
                      work.run();
                      return 7;
                    },
                    () -> isTerminal,
                    Duration.ofMillis(1)));
    return line.execute(arguments);
  }
}
