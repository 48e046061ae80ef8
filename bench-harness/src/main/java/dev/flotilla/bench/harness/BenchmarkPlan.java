package dev.flotilla.bench.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be measured, in which order.
 *
 * @param systems names of the systems, in the order in which they take turns
 * @param servers sizes of clusters
 * @param clients numbers of clients
 * @param mode how a cell is measured
 * @param repeats how often everything is measured
 * @param iterations commands of each client in paper mode
 * @param measure how long each cell is measured in steady mode
 * @param warmUpMin the shortest warm-up in steady mode
 * @param warmUpMax the longest
 */
record BenchmarkPlan(
    List<String> systems,
    List<Integer> servers,
    List<Integer> clients,
    Mode mode,
    int repeats,
    int iterations,
    Duration measure,
    Duration warmUpMin,
    Duration warmUpMax) {
  /** As in the paper, so many of a client's first and of its last latencies are left out. */
  static final int TRIM = 10;

  BenchmarkPlan {
    systems = requireDistinct("--systems", systems);
    servers = requirePositive("--servers", requireDistinct("--servers", servers));
    clients = requirePositive("--clients", requireDistinct("--clients", clients));
    requireAtLeast("--repeats", 1, repeats);
    requireAtLeast("--iterations", 2 * TRIM + 1, iterations);
    requireAtLeast("--measure", 1, measure.toSeconds());
    requireAtLeast("--warm-up-min", 0, warmUpMin.toSeconds());
    requireAtLeast("--warm-up-max", Math.max(1, warmUpMin.toSeconds()), warmUpMax.toSeconds());
  }

  /**
   * One cluster with one client process, and the cells measured on it.
   *
   * @param system the system's name
   * @param servers the size of the cluster
   * @param clients numbers of clients, measured one after another
   * @param repeat counts from 1
   */
  record Session(String system, int servers, List<Integer> clients, int repeat) {
    /** A name for directories. */
    String label() {
      String last = clients.size() == 1 ? "-" + clients.get(0) + "-clients" : "";
      return "repeat-%s-%s-servers%s-%s".formatted(repeat, servers, last, system);
    }

    int mostClients() {
      return clients.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }
  }

  /** All sessions in order: the systems alternate, so that a slow hour of the machine hits all. */
  List<Session> sessions() {
    List<Session> sessions = new ArrayList<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (int size : servers) {
        for (List<Integer> together : clientsOfOneCluster()) {
          for (String system : systems) {
            sessions.add(new Session(system, size, together, repeat));
          }
        }
      }
    }
    return sessions;
  }

  /** How many results there will be. */
  int runs() {
    return systems.size() * servers.size() * clients.size() * repeats;
  }

  private List<List<Integer>> clientsOfOneCluster() {
    return mode == Mode.PAPER ? clients.stream().map(List::of).toList() : List.of(clients);
  }

  private static <T> List<T> requireDistinct(String option, List<T> values) {
    if (values.isEmpty() || values.stream().distinct().count() < values.size()) {
      throw new IllegalArgumentException(
          option + " is " + values + "; give at least one value and none twice");
    }
    return List.copyOf(values);
  }

  private static List<Integer> requirePositive(String option, List<Integer> values) {
    values.forEach(value -> requireAtLeast(option, 1, value));
    return values;
  }

  private static void requireAtLeast(String option, long least, long value) {
    if (value < least) {
      throw new IllegalArgumentException(option + " is " + value + "; give at least " + least);
    }
  }
}
