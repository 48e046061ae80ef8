package dev.flotilla.systemtests.hostile;

import dev.flotilla.bench.FreePorts;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/** All servers on the loopback interface, with a port each, in a group of a name of its own. */
record Loopback(List<Integer> ports, String group) implements Hosts {
  private static final String ADDRESS = "127.0.0.1";

  /** Ports that are free now. */
  static Loopback free() throws IOException {
    return new Loopback(FreePorts.find(Network.SERVERS), "edge-" + UUID.randomUUID());
  }

  @Override
  public List<String> launcher(int host) {
    return List.of();
  }

  @Override
  public Target target(int host) {
    return new Target(host, ADDRESS, ports.get(host - 1));
  }

  @Override
  public List<String> options(int host) {
    return List.of("--port", Integer.toString(ports.get(host - 1)));
  }

  @Override
  public String goodClient() {
    return ADDRESS;
  }

  @Override
  public String attacker() {
    return ADDRESS;
  }

  @Override
  public void restore() {}
}
