package dev.flotilla.bench.harness.store;

import static dev.flotilla.bench.harness.store.KvReport.SERVERS;
import static dev.flotilla.bench.harness.store.ReportedValues.ofServers;
import static dev.flotilla.bench.harness.store.ReportedValues.ofSize;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flotilla.bench.harness.RecordedRun;
import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KvReportSectionsTest {
  private static final Map<String, Double> GETS =
      Map.of(
          StoreFigures.GET_MEAN_MICROS, 12_000.0,
          StoreFigures.GET_P99_MICROS, 28_000.0,
          StoreFigures.GET_OPS_PER_SEC, 850.0,
          StoreFigures.GET_ERRORS, 2.0);

  @Test
  void everyExperimentHasItsRowBesideTheReport() {
    List<RunResult> runs = new ArrayList<>();
    for (StoreExperiment each : KvReport.WHOLE.experiments()) {
      runs.add(load(each.servers(), each.label(), 1, 100).with(90, GETS));
    }

    List<Section> sections = sections(runs);

    assertThat(sections)
        .extracting(section -> section.table().rows().size())
        .containsExactly(3, 3, 5, 5, 5, 2, 8, 3);
    assertThat(sections.get(0).table().rows())
        .extracting(row -> row.get(0), row -> row.get(1), row -> row.get(2))
        .containsExactly(
            tuple("5", "189", "100.0"), tuple("9", "211", "100.0"), tuple("15", "257", "100.0"));
    assertThat(sections.get(3).table().rows())
        .extracting(row -> row.get(0), row -> row.get(1), row -> row.get(2))
        .contains(tuple("100,000", "9", "12.0"));
    assertThat(sections.get(7).table().rows())
        .extracting(row -> row.get(0), row -> row.get(1), row -> row.get(4), row -> row.get(5))
        .containsExactly(
            tuple("5", "-", "-", "12.0"),
            tuple("9", "-", "-", "12.0"),
            tuple("15", "197", "9", "12.0"));
    assertThat(sections)
        .allSatisfy(
            section ->
                assertThat(section.table().rows().get(0)).hasSameSizeAs(section.table().heads()));
  }

  @Test
  void curvesShowWhenEachTenthOfTheGetsWasAcknowledged() {
    Map<String, Double> figures = new TreeMap<>(GETS);
    for (int percent = 10; percent <= 100; percent += 10) {
      figures.put("getSecondsOf" + percent, percent / 50.0);
    }
    List<RunResult> runs = List.of(load(5, "values-10", 1, 100).with(90, figures));

    Chart curve = (Chart) sections(runs).get(1).drawings().get(0);

    List<Chart.Point> points = curve.series().get(0).points();
    assertThat(points).hasSize(10);
    assertThat(points.get(9).x()).isEqualTo(2.0);
    double gets = (double) runs.get(0).iterations() * runs.get(0).clients() - 2;
    assertThat(points.get(4).middle()).isEqualTo(gets / 2);
  }

  @Test
  void repeatsGiveTheMedianWithTheirSpread() {
    List<RunResult> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      runs.add(load(9, "killed-2", repeat, 40 + repeat).plain());
    }

    assertThat(sections(runs).get(0).table().rows())
        .containsExactly(
            List.of("2", "190", "42.0 (41.0-43.0)", "53.6", "200 (200-200)", "3", "3"));
  }

  @Test
  void trialsOfReconnectStandInTheirOrderWithTheAverage() {
    List<RunResult> runs = List.of(cut(2, 1_300), cut(1, 1_200), cut(3, 1_400));

    assertThat(sections(runs).get(0).table().rows().get(0))
        .containsExactly(
            "5",
            "1121 1372 1083 1144 1135",
            "1,170",
            "1200 1300 1400",
            "1,300",
            "1210 1310 1410",
            "1,310",
            "3");
  }

  @Test
  void reconnectWithoutAnElectionTimeHasNoAverage() {
    List<RunResult> runs = List.of(load(5, "reconnect", 1, 50).with(70, Map.of()));

    assertThat(sections(runs).get(0).table().rows().get(0)).contains("-").doesNotContain("0.00");
  }

  @Test
  void experimentsThatWereNotMeasuredAreLeftOut() {
    List<RunResult> runs = new ArrayList<>();
    runs.add(load(5, "values-1000", 1, 50).with(0, GETS));
    runs.add(load(9, "killed-0", 1, 50).invalid());

    assertThat(sections(runs))
        .extracting(Section::title)
        .containsExactly(
            "Puts of 5 servers by the size of values (table 3)",
            "Gets of 5 servers by the size of values (table 4)");
    assertThat(sections(List.of())).isEmpty();
  }

  @Test
  void theChartHasTheReportsLineBesideOurs() {
    Section puts = sections(List.of(load(5, "values-100", 1, 50).plain())).get(0);

    Chart chart = (Chart) puts.drawings().get(0);
    assertThat(chart.scale()).isEqualTo(Chart.Scale.LOGARITHMIC);
    assertThat(chart.series())
        .extracting(line -> line.points().get(0).x(), line -> line.points().get(0).middle())
        .containsExactly(tuple(100.0, 50.0), tuple(100.0, 190.0));
  }

  @Test
  void theDocumentationStatesTheSameValues() throws IOException {
    List<Integer> sizes = KvReport.VALUE_BYTES.subList(1, KvReport.VALUE_BYTES.size());

    assertThat(Files.readString(Path.of("..", "docs", "reference", "benchmark-presets.md")))
        .contains(
            "latency of puts | " + stated("servers", SERVERS, n -> ofServers(n).putMillis()),
            "latency of gets | " + stated("servers", SERVERS, n -> ofServers(n).getMillis()),
            "puts of 5 servers by size | " + stated("bytes", sizes, n -> ofSize(n).putMillis()),
            "gets of 5 servers by size | " + stated("bytes", sizes, n -> ofSize(n).getMillis()),
            "0 to 4 failed | " + listed("%.0f", ReportedValues.KILLED_MILLIS),
            "0 to 4 failed | " + listed("%.1f", ReportedValues.KILLED_OPS_PER_SEC),
            "average of five trials | "
                + stated("servers", KvReport.RECONNECT_SERVERS, ReportedValues::reconnectMillis));
  }

  private static String stated(String unit, List<Integer> sizes, ToDoubleFunction<Integer> millis) {
    return sizes.stream()
            .map(
                size ->
                    String.format(
                        Locale.ROOT, "%,d %s %,.0f", size, unit, millis.applyAsDouble(size)))
            .collect(Collectors.joining(", "))
        + " |";
  }

  private static String listed(String format, List<Double> values) {
    return values.stream()
            .map(value -> String.format(Locale.ROOT, format, value))
            .collect(Collectors.joining(", "))
        + " |";
  }

  private static List<Section> sections(List<RunResult> runs) {
    return new KvReportSections(runs).all();
  }

  private static RecordedRun load(int servers, String scenario, int repeat, double meanMillis) {
    return new RecordedRun(KvReport.NAME, servers, scenario, repeat, 200, meanMillis);
  }

  private static RunResult cut(int repeat, double millis) {
    return load(5, "reconnect", repeat, 60)
        .with(millis + 10, Map.of(StoreFigures.ELECTION_MILLIS, millis));
  }
}
