package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.metrics.Histogram;
import dev.flotilla.metrics.Metric;
import dev.flotilla.metrics.Sample;
import dev.flotilla.metrics.ServerHealth;
import dev.flotilla.metrics.ServerMetrics;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ServerMetricsTest {
  record Count(int by) {}

  record Total(int now) {}

  private static final class Sum implements ReplicatedState<Count, Total> {
    private int total;

    @Override
    public Total apply(Count count, CommandContext context) {
      total += count.by();
      return new Total(total);
    }
  }

  private static final Supplier<String> NUMBERS = () -> "the numbers of a server";

  private final String name = "metrics-" + UUID.randomUUID().toString().substring(0, 8);
  private final Group<Count, Total> group = Group.named(name, Count.class, Total.class);
  @TempDir private Path directory;

  @Test
  void aCommandMovesTheNumbersOfItsServer() throws Exception {
    try (FlotillaServer server = start(1, 1);
        FlotillaClient<Count, Total> client = group.client().timeout(Await.limit()).connect()) {
      server.founded().toCompletableFuture().join();
      client.submit(new Count(2)).toCompletableFuture().join();

      // More than one if the client asked again while this machine stood still.
      Await.until(
          NUMBERS,
          () ->
              value(server, Metric.APPLIED_COMMANDS) == 1
                  && server.metrics().value(Metric.COMMANDS, "executed").orElse(0) >= 1
                  && histogram(server.metrics(), Metric.COMMAND_TIME).count() >= 1);
      ServerMetrics metrics = server.metrics();
      assertThat(metrics.group()).isEqualTo(name);
      assertThat(metrics.member()).isEqualTo(server.member());
      assertThat(metrics.value(Metric.IS_LEADER)).hasValue(1);
      assertThat(metrics.value(Metric.ROLE, "leader")).hasValue(1);
      assertThat(metrics.value(Metric.ROLE, "follower")).hasValue(0);
      assertThat(metrics.value(Metric.ELECTIONS_WON)).hasValue(1);
      assertThat(metrics.value(Metric.QUORUM_CONTACT)).hasValue(0);
      assertThat(metrics.value(Metric.MEMBERS, "voter")).hasValue(1);
      assertThat(metrics.value(Metric.TERM)).hasValue(1);
      assertThat(histogram(metrics, Metric.FSYNC).count()).isPositive();
      assertThat(histogram(metrics, Metric.FSYNC).sumSeconds()).isPositive();
    }
  }

  @Test
  void aLeaderReportsEachFollower() throws Exception {
    try (FlotillaServer first = start(1, 2);
        FlotillaServer second = start(2, 2)) {
      List<FlotillaServer> both = List.of(first, second);
      // The leader by then.
      ServerMetrics leader =
          Await.present(
              NUMBERS,
              () ->
                  both.stream()
                      .map(FlotillaServer::metrics)
                      .filter(it -> it.value(Metric.IS_LEADER).orElse(0) == 1)
                      .filter(
                          it -> it.value(Metric.FOLLOWER_LAG, otherThan(it, both)).orElse(-1) == 0)
                      .findFirst());
      assertThat(metricsOf(leader)).isEqualTo(withoutThoseOfSome());
    }
  }

  @Test
  void aServerIsReadyWhileItKnowsALeader() throws Exception {
    FlotillaServer second;
    try (FlotillaServer first = start(1, 2)) {
      ServerHealth alone = first.health();
      assertThat(alone.isLive()).isTrue();
      assertThat(alone.isReady()).isFalse();
      assertThat(alone.problems()).isNotEmpty();

      second = start(2, 2);
      Await.until(NUMBERS, () -> first.health().isReady());
      Await.until(NUMBERS, () -> value(first, Metric.READY) == 1);

      second.close();
      Await.until(NUMBERS, () -> !first.health().isReady());
      assertThat(first.health().isLive()).isTrue();
      Await.until(NUMBERS, () -> value(first, Metric.QUORUM_CONTACT) > 0.5);

      second = start(2, 2);
      Await.until(NUMBERS, () -> first.health().isReady());
    }
    second.close();
  }

  private static String otherThan(ServerMetrics one, List<FlotillaServer> both) {
    return both.stream()
        .map(FlotillaServer::member)
        .filter(it -> !it.equals(one.member()))
        .findFirst()
        .orElseThrow();
  }

  private FlotillaServer start(int number, int founders) throws ServerStartException {
    return group
        .server(new Sum())
        .expect(founders)
        .directory(directory.resolve("server-" + number))
        .start();
  }

  private static double value(FlotillaServer server, Metric metric) {
    return server.metrics().value(metric).orElse(-1);
  }

  private static Histogram histogram(ServerMetrics metrics, Metric metric) {
    return metrics.histograms().stream()
        .filter(it -> it.metric() == metric)
        .findFirst()
        .orElseThrow();
  }

  private static Set<Metric> metricsOf(ServerMetrics metrics) {
    return Stream.concat(
            metrics.samples().stream().map(Sample::metric),
            metrics.histograms().stream().map(Histogram::metric))
        .collect(Collectors.toSet());
  }

  /** All but those of servers with keys, and with a snapshot. */
  private static Set<Metric> withoutThoseOfSome() {
    return Stream.of(Metric.values())
        .filter(
            it ->
                it != Metric.CERTIFICATE_END
                    && it != Metric.SNAPSHOT_AGE
                    && it != Metric.SNAPSHOT_BYTES)
        .collect(Collectors.toSet());
  }
}
