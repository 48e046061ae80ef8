package dev.flotilla.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import dev.flotilla.bench.harness.stats.Estimate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ComparisonTest {
  @TempDir Path directory;

  @Test
  void differenceLargerThanTheNoiseIsMarked() throws IOException {
    write("one", 1_000, 1_010, 990);
    write("two", 2_000, 2_020, 1_980);

    assertThat(compare())
        .contains(" * a, commands/s")
        .contains("B/A 2.00 (1.96-2.04)")
        .contains("higher");
  }

  @Test
  void differenceWithinTheNoiseIsNotMarked() throws IOException {
    write("one", 1_000, 1_500, 700);
    write("two", 1_100, 1_400, 800);

    assertThat(compare()).contains("within the noise").contains("0 of 3 differences");
  }

  @Test
  void singleRunsGiveNoVerdict() throws IOException {
    write("one", 1_000);
    write("two", 9_000);

    assertThat(compare()).contains("too few repeats to tell").contains("0 of 3 differences");
  }

  @Test
  void errorsOfTwoRatiosAddUpAsSquares() {
    Estimate two = new Estimate(2, 1.6, 2.5, 9);

    Estimate quotient = Comparison.quotient(two, two);

    assertThat(quotient.value()).isEqualTo(1);
    assertThat(quotient.high()).isCloseTo(Math.exp(Math.sqrt(2) * Math.log(1.25)), within(1e-9));
    assertThat(quotient.verdict()).isEqualTo(Estimate.Verdict.LEVEL);
  }

  private void write(String name, double... throughputs) throws IOException {
    List<String> lines = new ArrayList<>();
    for (double throughput : throughputs) {
      JsonObject line = SampleResults.run("a", 3, 5, lines.size() + 1, throughput);
      lines.add(line.toString());
    }
    Files.write(Files.createDirectories(directory.resolve(name)).resolve("results.jsonl"), lines);
  }

  private String compare() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code =
        new CommandLine(new CompareCommand(print, print))
            .execute(directory.resolve("one").toString(), directory.resolve("two").toString());
    assertThat(code).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }
}
