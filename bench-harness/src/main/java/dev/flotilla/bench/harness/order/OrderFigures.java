package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.Measurement;
import dev.flotilla.bench.result.LatencyMicros;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the processes of a run have printed, as figures of a closed system. Their names are a word
 * and a size in bytes, such as {@code broadcastMicros100}. {@link RequestFigures} has those of
 * requests.
 */
final class OrderFigures {
  private static final Pattern ROW = Pattern.compile("([a-z]+),(\\d+),(\\d+),(\\d+),(\\d+)");

  /** The kinds of which each row is one time. */
  private static final Pattern SAMPLES = Pattern.compile("broadcast|ping|request[ab]");

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** The values of each kind and size, and how many broadcasts each run had. */
  private final Map<String, List<Double>> micros = new HashMap<>();

  /** Of all processes that say how many they have done in which time. */
  private final Map<String, Double> opsPerSec = new HashMap<>();

  /** The mean time in each server, by kind and process. */
  private final Map<String, Double> serverMicros = new HashMap<>();

  private long messages;

  private OrderFigures() {}

  /** What the clients of a cell were answered: of a closed system, messages of the usual size. */
  Measurement.Answers answers(
      OrderCell cell, OrderSettings settings, Map<String, Long> errors, double seconds) {
    int size = settings.usualBytes();
    RequestFigures requests = new RequestFigures(this);
    return new Measurement.Answers(
        messages,
        errors,
        cell.isClosed() ? freePerSecOf(size) : requests.perSec(),
        cell.isClosed() ? latency(size) : requests.latency(),
        seconds);
  }

  /** The figures of a cell by their names. */
  Map<String, Double> all(OrderCell cell, OrderSettings settings) {
    return cell.isClosed()
        ? bySize(settings.sizes(cell))
        : new RequestFigures(this).all(cell.processes());
  }

  /** Whether no figure of a cell is missing. */
  boolean isComplete(OrderCell cell, OrderSettings settings) {
    return cell.isClosed()
        ? isComplete(settings.sizes(cell))
        : new RequestFigures(this).required().values().stream().allMatch(value -> value > 0);
  }

  /** The median time of a broadcast in turn. */
  static String broadcastMicros(int size) {
    return "broadcastMicros" + size;
  }

  /** Its 99th percentile. */
  static String broadcastP99Micros(int size) {
    return "broadcastP99Micros" + size;
  }

  /** The median time of a ping. */
  static String pingMicros(int size) {
    return "pingMicros" + size;
  }

  /** Broadcasts a second if all processes broadcast at once. */
  static String freePerSec(int size) {
    return "freePerSec" + size;
  }

  /** Broadcasts a second in turn. */
  static String turnsPerSec(int size) {
    return "turnsPerSec" + size;
  }

  /**
   * Reads outputs; other lines than rows are ignored.
   *
   * @throws IOException if a file cannot be read
   */
  static OrderFigures of(List<Path> outputs) throws IOException {
    OrderFigures figures = new OrderFigures();
    for (Path output : outputs) {
      for (String line : Files.readAllLines(output)) {
        Matcher row = ROW.matcher(line);
        if (row.matches()) {
          figures.add(row);
        }
      }
    }
    return figures;
  }

  private void add(Matcher row) {
    String kind = row.group(1);
    String key = kind + row.group(3);
    double nanos = Double.parseDouble(row.group(5));
    if (kind.startsWith(RequestFigures.SERVER)) {
      double mean = nanos / Long.parseLong(row.group(4)) / NANOS_PER_MICRO;
      serverMicros.put(kind + row.group(2), mean);
    } else if (SAMPLES.matcher(kind).matches()) {
      micros.computeIfAbsent(key, any -> new ArrayList<>()).add(nanos / NANOS_PER_MICRO);
    } else {
      long number = Long.parseLong(row.group(4));
      messages += number;
      opsPerSec.merge(key, number * NANOS_PER_SECOND / nanos, Double::sum);
    }
  }

  /** How many broadcasts were measured. */
  long messages() {
    return messages;
  }

  /** The broadcasts in turn of a size; all 0 if there are none. */
  LatencyMicros latency(int size) {
    return latency("broadcast", size);
  }

  /** The times of a kind and a size. */
  LatencyMicros latency(String kind, int size) {
    double[] sorted = sorted(kind + size);
    if (sorted.length == 0) {
      return new LatencyMicros(0, 0, 0, 0, 0);
    }
    return new LatencyMicros(
        tenth(Arrays.stream(sorted).average().orElseThrow()),
        quantile(sorted, 0.5),
        quantile(sorted, 0.9),
        quantile(sorted, 0.99),
        quantile(sorted, 1));
  }

  /** Broadcasts a second at once; 0 if there are none. */
  double freePerSecOf(int size) {
    return opsPerSec("free", size);
  }

  /** How many a second of a kind; 0 if there are none. */
  double opsPerSec(String kind, int size) {
    return opsPerSec.getOrDefault(kind + size, 0.0);
  }

  /** The mean time of a kind in a server; empty if it was not measured. */
  Optional<Double> serverMicros(String kind, int process) {
    return Optional.ofNullable(serverMicros.get(kind + process)).map(OrderFigures::tenth);
  }

  /** The figures of these sizes. */
  Map<String, Double> bySize(Iterable<Integer> sizes) {
    Map<String, Double> figures = new TreeMap<>();
    for (int size : sizes) {
      LatencyMicros latency = latency(size);
      figures.put(broadcastMicros(size), latency.p50());
      figures.put(broadcastP99Micros(size), latency.p99());
      figures.put(pingMicros(size), quantile(sorted("ping" + size), 0.5));
      figures.put(freePerSec(size), tenth(freePerSecOf(size)));
      figures.put(turnsPerSec(size), tenth(opsPerSec("turns", size)));
    }
    return figures;
  }

  /** Whether every size has a value of every kind. */
  boolean isComplete(Iterable<Integer> sizes) {
    return bySize(sizes).values().stream().allMatch(value -> value > 0);
  }

  private double[] sorted(String key) {
    return micros.getOrDefault(key, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .sorted()
        .toArray();
  }

  private static double quantile(double[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    int place = (int) Math.ceil(share * sorted.length) - 1;
    return tenth(sorted[Math.max(0, place)]);
  }

  static double tenth(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
