package dev.flotilla.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the dashboard, and the alerts of the guide, ask for is in a recorded scrape of a leader. */
class DashboardTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern METRIC = Pattern.compile("\\bflotilla_\\w+");
  private static final Pattern SAMPLE = Pattern.compile("(flotilla_\\w+)\\{(.*)} \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
  private static final Pattern MATCHED = Pattern.compile("(\\w+)(?:=~|!~|!=|=)\"");
  private static final Pattern GROUPED = Pattern.compile("by \\(([^)]*)\\)");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

  /** Only servers with keys or with a snapshot have these. */
  private static final Set<String> OF_SOME =
      Set.of(
          "flotilla_certificate_expiry_timestamp_seconds",
          "flotilla_snapshot_age_seconds",
          "flotilla_snapshot_size_bytes");

  private record Query(String expression, String legend) {}

  @Test
  void eachQueryFindsItsMetricsAndLabels() throws IOException {
    Map<String, Set<String>> scraped = scraped();
    List<Query> queries = dashboard();
    assertThat(queries).hasSizeGreaterThan(20);

    for (Query query : queries) {
      assertThat(unknown(query, scraped)).as(query.expression()).isEmpty();
    }
  }

  @Test
  void eachAlertOfTheGuideFindsItsMetrics() throws IOException {
    Map<String, Set<String>> scraped = scraped();
    List<String> alerts =
        Files.readAllLines(DOCS.resolve("how-to/monitor-with-prometheus.md")).stream()
            .filter(it -> it.strip().startsWith("expr: "))
            .toList();
    assertThat(alerts).hasSizeGreaterThanOrEqualTo(5);

    for (String alert : alerts) {
      assertThat(unknown(new Query(alert, ""), scraped)).as(alert).isEmpty();
    }
  }

  @Test
  void aMisspeltMetricOrLabelIsFound() throws IOException {
    Map<String, Set<String>> scraped = scraped();
    assertThat(unknown(new Query("flotilla_terms", ""), scraped)).containsExactly("flotilla_terms");
    assertThat(unknown(new Query("sum by (host) (flotilla_term)", ""), scraped))
        .containsExactly("host");
    assertThat(unknown(new Query("flotilla_term{hall=\"x\"}", ""), scraped))
        .containsExactly("hall");
    assertThat(unknown(new Query("flotilla_term", "{{queue}}"), scraped)).containsExactly("queue");
  }

  private static Set<String> unknown(Query query, Map<String, Set<String>> scraped) {
    Set<String> unknown = new TreeSet<>();
    Set<String> labels = new TreeSet<>();
    for (String metric : all(METRIC, query.expression())) {
      if (OF_SOME.contains(metric)) {
        labels.addAll(Set.of("group", "member"));
      } else if (scraped.containsKey(metric)) {
        labels.addAll(scraped.get(metric));
      } else {
        unknown.add(metric);
      }
    }
    if (unknown.isEmpty()) {
      List<String> named = new ArrayList<>(all(MATCHED, query.expression()));
      named.addAll(all(LEGEND, query.legend()));
      for (String list : all(GROUPED, query.expression())) {
        Arrays.stream(list.split(",")).map(String::strip).forEach(named::add);
      }
      named.stream().filter(it -> !labels.contains(it)).forEach(unknown::add);
    }
    return unknown;
  }

  private static List<String> all(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(matcher.groupCount()));
    }
    return found;
  }

  /** The labels of each metric. */
  private static Map<String, Set<String>> scraped() throws IOException {
    Map<String, Set<String>> found = new TreeMap<>();
    try (InputStream in = DashboardTest.class.getResourceAsStream("scrape.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        Matcher sample = SAMPLE.matcher(line);
        if (sample.matches()) {
          found
              .computeIfAbsent(sample.group(1), key -> new TreeSet<>())
              .addAll(all(LABEL, sample.group(2)));
        }
      }
    }
    return found;
  }

  private static List<Query> dashboard() throws IOException {
    JsonObject root =
        JsonParser.parseString(Files.readString(DOCS.resolve("reference/grafana-dashboard.json")))
            .getAsJsonObject();
    List<Query> queries = new ArrayList<>();
    for (JsonElement panel : root.getAsJsonArray("panels")) {
      for (JsonElement target : panel.getAsJsonObject().getAsJsonArray("targets")) {
        JsonObject one = target.getAsJsonObject();
        queries.add(
            new Query(one.get("expr").getAsString(), one.get("legendFormat").getAsString()));
      }
    }
    return queries;
  }
}
