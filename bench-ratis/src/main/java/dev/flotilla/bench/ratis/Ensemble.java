package dev.flotilla.bench.ratis;

import dev.flotilla.bench.FreePorts;
import java.io.IOException;
import java.util.List;

/**
 * The servers of one cluster, as words: the harness has no class of Ratis.
 *
 * @param ports the servers' ports on the loopback interface, the first server's first
 */
record Ensemble(List<Integer> ports) {
  static final String HOST = "127.0.0.1";

  Ensemble {
    ports = List.copyOf(ports);
  }

  static Ensemble ofFreePorts(int servers) throws IOException {
    return new Ensemble(FreePorts.find(servers));
  }

  /** Reads what {@link #text} wrote. */
  static Ensemble parse(String text) {
    return new Ensemble(List.of(text.split(",", -1)).stream().map(Integer::valueOf).toList());
  }

  /** Such as {@code 20001,20002,20003}. */
  String text() {
    return String.join(",", ports.stream().map(String::valueOf).toList());
  }
}
