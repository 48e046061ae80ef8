package dev.flotilla.bench.ratis;

import dev.flotilla.bench.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The servers of one cluster, as words: the harness has no class of Ratis.
 *
 * @param endpoints the first server's first; the ports are for Ratis and for {@link LeaderPort}
 */
record Ensemble(List<Endpoint> endpoints) {
  static final int PORTS_PER_SERVER = 2;

  Ensemble {
    endpoints = List.copyOf(endpoints);
  }

  /** Reads what {@link #text} wrote. */
  static Ensemble parse(String text) {
    List<Endpoint> endpoints = new ArrayList<>();
    for (String words : text.split(",", -1)) {
      String[] parts = words.split("/", -1);
      endpoints.add(
          new Endpoint(parts[0], List.of(Integer.valueOf(parts[1]), Integer.valueOf(parts[2]))));
    }
    return new Ensemble(endpoints);
  }

  /** Such as {@code 10.0.0.1/20001/20002,10.0.0.2/20001/20002}. */
  String text() {
    return endpoints.stream()
        .map(each -> "%s/%s/%s".formatted(each.host(), each.ports().get(0), each.ports().get(1)))
        .collect(Collectors.joining(","));
  }
}
