package dev.flotilla.bench.harness.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values that the report states, by the numbers of its tables. */
final class ReportedValues {
  /** Table 5: mean latency of puts by the number of failed servers of 9. */
  static final List<Double> KILLED_MILLIS = List.of(206.0, 190.0, 190.0, 190.0, 187.0);

  /** Table 5: puts a second by the number of failed servers of 9. */
  static final List<Double> KILLED_OPS_PER_SEC = List.of(51.53, 53.7, 53.6, 53.4, 54.7);

  // Tables 1 and 2, by the number of servers on one instance.
  private static final Map<Integer, Latencies> BY_SERVERS =
      Map.of(
          5, new Latencies(189, 15),
          9, new Latencies(211, 5),
          15, new Latencies(257, 24));

  // Tables 1 and 2, on two instances.
  private static final Map<Integer, Latencies> ON_HOSTS = Map.of(15, new Latencies(197, 9));

  // Tables 3 and 4, by the size of keys and values.
  private static final Map<Integer, Latencies> BY_SIZE =
      Map.of(
          10, new Latencies(189, 15),
          100, new Latencies(190, 4),
          1_000, new Latencies(196, 4),
          10_000, new Latencies(211, 4),
          100_000, new Latencies(693, 9));

  // Table 6. The averages are the report's own, not those of its trials.
  private static final Map<Integer, String> RECONNECT_TRIALS =
      Map.of(5, "1121 1372 1083 1144 1135", 15, "1061 1030 1040 1120 1090");
  private static final Map<Integer, Double> RECONNECT_MILLIS = Map.of(5, 1_170.0, 15, 1_070.0);

  private ReportedValues() {}

  /**
   * Mean latencies.
   *
   * @param putMillis of puts
   * @param getMillis of gets
   */
  record Latencies(double putMillis, double getMillis) {}

  /** Tables 1 and 2: those of a group of so many servers. */
  static Latencies ofServers(int servers) {
    return known(BY_SERVERS, servers);
  }

  /** Tables 1 and 2: those of a group of so many servers on two machines, if it has any. */
  static Optional<Latencies> onHosts(int servers) {
    return Optional.ofNullable(ON_HOSTS.get(servers));
  }

  /** Tables 3 and 4: those of 5 servers with values of so many bytes. */
  static Latencies ofSize(int bytes) {
    return known(BY_SIZE, bytes);
  }

  /** Table 6: milliseconds of the five trials. */
  static String reconnectTrials(int servers) {
    return known(RECONNECT_TRIALS, servers);
  }

  /** Table 6: the average. */
  static double reconnectMillis(int servers) {
    return known(RECONNECT_MILLIS, servers);
  }

  private static <T> T known(Map<Integer, T> values, int key) {
    T value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException(
          "the report has no value for %s; it has those for %s".formatted(key, values.keySet()));
    }
    return value;
  }
}
