package dev.flotilla.bench.harness.agent;

/**
 * Asks for free ports.
 *
 * @param count how many, 1 to {@value #MAX_PORTS}
 */
record PortsRequest(int count) {
  private static final int MAX_PORTS = 16;

  PortsRequest {
    if (count < 1 || count > MAX_PORTS) {
      throw new IllegalArgumentException(
          "%s ports were asked for; ask for 1 to %s".formatted(count, MAX_PORTS));
    }
  }
}
