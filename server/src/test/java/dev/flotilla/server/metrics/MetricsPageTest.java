package dev.flotilla.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reference page of the metrics has a row for each, and no other. */
class MetricsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "metrics.md");

  @Test
  void thePageHasARowForEachMetric() throws IOException {
    List<String> rows =
        Files.readAllLines(PAGE).stream().filter(it -> it.startsWith("| `flotilla_")).toList();

    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Metric.values()).map(MetricsPageTest::row).toList());
    assertThat(rows).hasSizeGreaterThanOrEqualTo(25);
  }

  private static String row(Metric metric) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            metric.text(),
            metric.kind().name().toLowerCase(Locale.ROOT),
            metric.labels().stream().map(it -> "`" + it + "`").collect(Collectors.joining(", ")),
            metric.help());
  }
}
