package dev.flotilla.micrometer;

import dev.flotilla.FlotillaServer;
import dev.flotilla.metrics.Histogram;
import dev.flotilla.metrics.Metric;
import dev.flotilla.metrics.Sample;
import dev.flotilla.metrics.ServerMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The metrics of a server in a registry of Micrometer.
 *
 * <p>A meter has the name of its {@link Metric} with dots, without the unit and {@code _total}: the
 * registry of Prometheus shows it under the name of the reference page. Each has the tags {@code
 * group} and {@code member}. A histogram is a timer without its buckets.
 *
 * <p>Any thread may call. The server is asked at most twice a second, when a meter is read; no
 * thread is started. A meter of what the server does not report any more, such as the lag of a
 * former follower, is NaN, or stays as it was if it counts. The registry keeps the server
 * reachable.
 */
public final class FlotillaMetrics implements MeterBinder {
  private static final long MAX_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final List<String> UNITS = List.of("seconds", "bytes");

  private final Supplier<ServerMetrics> server;
  private final LongSupplier nanoTime;

  /** What each registry has. */
  private final Map<MeterRegistry, Set<Object>> bound = new ConcurrentHashMap<>();

  private final Map<Key, Double> lastCounts = new ConcurrentHashMap<>();

  // Guarded by this.
  private Values values;

  /** The metrics of a server, which may not be founded yet. */
  public FlotillaMetrics(FlotillaServer server) {
    this(server::metrics, System::nanoTime);
  }

  FlotillaMetrics(Supplier<ServerMetrics> server, LongSupplier nanoTime) {
    this.server = server;
    this.nanoTime = nanoTime;
    this.values = Values.of(server.get(), nanoTime.getAsLong());
  }

  private record Key(Metric metric, List<String> labels) {}

  /** What the server said at a time. */
  private record Values(
      ServerMetrics metrics,
      Map<Key, Double> numbers,
      Map<Metric, Histogram> histograms,
      long atNanos) {
    static Values of(ServerMetrics metrics, long atNanos) {
      Map<Key, Double> numbers = new HashMap<>();
      for (Sample sample : metrics.samples()) {
        numbers.put(new Key(sample.metric(), sample.labels()), sample.value());
      }
      Map<Metric, Histogram> histograms = new HashMap<>();
      metrics.histograms().forEach(it -> histograms.put(it.metric(), it));
      return new Values(metrics, numbers, histograms, atNanos);
    }
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Set<Object> already = bound.computeIfAbsent(registry, key -> ConcurrentHashMap.newKeySet());
    bind(current(), registry, already);
  }

  /** What the server says; binds what has appeared, such as a follower. */
  private Values current() {
    Values now;
    synchronized (this) {
      long nowNanos = nanoTime.getAsLong();
      if (nowNanos - values.atNanos() < MAX_AGE_NANOS) {
        return values;
      }
      now = Values.of(server.get(), nowNanos);
      values = now;
    }
    bound.forEach((registry, already) -> bind(now, registry, already));
    return now;
  }

  private void bind(Values now, MeterRegistry registry, Set<Object> already) {
    now.numbers().keySet().stream()
        .filter(already::add)
        .forEach(key -> bind(key, now.metrics(), registry));
    now.histograms().keySet().stream()
        .filter(already::add)
        .forEach(metric -> bindTimer(metric, now.metrics(), registry));
  }

  private void bind(Key key, ServerMetrics metrics, MeterRegistry registry) {
    Tags tags = tags(metrics);
    for (int i = 0; i < key.labels().size(); i++) {
      tags = tags.and(key.metric().labels().get(i), key.labels().get(i));
    }
    if (key.metric().kind() == Metric.Kind.COUNTER) {
      FunctionCounter.Builder<FlotillaMetrics> counter =
          FunctionCounter.builder(name(key.metric()), this, it -> it.count(key))
              .tags(tags)
              .description(key.metric().help());
      unit(key.metric()).forEach(counter::baseUnit);
      var unused = counter.register(registry);
    } else {
      Gauge.Builder<FlotillaMetrics> gauge =
          Gauge.builder(name(key.metric()), this, it -> it.number(key))
              .tags(tags)
              .description(key.metric().help())
              .strongReference(true);
      unit(key.metric()).forEach(gauge::baseUnit);
      var unused = gauge.register(registry);
    }
  }

  private void bindTimer(Metric metric, ServerMetrics metrics, MeterRegistry registry) {
    var unused =
        FunctionTimer.builder(
                name(metric),
                this,
                it -> it.histogram(metric).count(),
                it -> it.histogram(metric).sumSeconds(),
                TimeUnit.SECONDS)
            .tags(tags(metrics))
            .description(metric.help())
            .register(registry);
  }

  private static Tags tags(ServerMetrics metrics) {
    return Tags.of("group", metrics.group(), "member", metrics.member());
  }

  private double number(Key key) {
    return current().numbers().getOrDefault(key, Double.NaN);
  }

  /** A counter that the server does not report at the moment must not fall. */
  private double count(Key key) {
    Double now = current().numbers().get(key);
    return now == null
        ? lastCounts.getOrDefault(key, 0.0)
        : lastCounts.merge(key, now, (before, next) -> next);
  }

  private Histogram histogram(Metric metric) {
    return current().histograms().getOrDefault(metric, new Histogram(metric, List.of(), 0, 0));
  }

  /** The name that a registry of Prometheus turns into {@link Metric#text()}. */
  static String name(Metric metric) {
    String text = withoutEnd(metric.text(), "_total");
    for (String unit : UNITS) {
      text = withoutEnd(text, "_" + unit);
    }
    return text.replace('_', '.');
  }

  private static List<String> unit(Metric metric) {
    String text = withoutEnd(metric.text(), "_total");
    return UNITS.stream().filter(unit -> text.endsWith("_" + unit)).toList();
  }

  private static String withoutEnd(String text, String end) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }
}
