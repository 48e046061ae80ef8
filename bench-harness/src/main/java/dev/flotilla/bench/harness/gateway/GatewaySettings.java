package dev.flotilla.bench.harness.gateway;

import java.util.List;

/**
 * How much is measured.
 *
 * @param servers numbers of web servers
 * @param clients numbers of clients
 * @param warmSeconds how long each load runs before it is measured
 * @param seconds how long it is measured
 * @param killSeconds how long web servers are killed under load
 * @param killEverySeconds the time from one kill to the next
 */
record GatewaySettings(
    List<Integer> servers,
    List<Integer> clients,
    int warmSeconds,
    int seconds,
    int killSeconds,
    int killEverySeconds) {
  /** The load under which web servers are killed. */
  static final int KILL_CLIENTS = 200;

  /** So many web servers are there when some are killed. */
  static final int KILL_SERVERS = 3;

  static final GatewaySettings WHOLE =
      new GatewaySettings(List.of(2, 3, 4), List.of(20, 50, 100, 200, 500, 1_000), 5, 15, 120, 10);

  static final GatewaySettings QUICK = new GatewaySettings(List.of(3), List.of(50), 2, 4, 12, 4);
}
