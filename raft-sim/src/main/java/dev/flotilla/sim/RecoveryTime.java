package dev.flotilla.sim;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Until when a group must have recovered from all faults: ten of the longest election timeouts in
 * force, which is 3 s where nothing was late. Only faults that make timers and messages late
 * stretch the timeouts; how far, {@code ElectionTimeoutTest} checks.
 *
 * @param servers the group
 * @param timeoutNanos the longest configured timeout
 * @param agenda tells the time
 * @param healedNanos when the faults ended
 */
record RecoveryTime(
    List<SimulatedServer> servers, long timeoutNanos, EventQueue agenda, long healedNanos)
    implements BooleanSupplier {
  private static final int TIMEOUTS = 10;

  /** Whether it is over. */
  @Override
  public boolean getAsBoolean() {
    long passed = agenda.nowNanos() - healedNanos;
    return passed > TIMEOUTS * timeoutNanos && passed > TIMEOUTS * longestTimeoutNanos();
  }

  private long longestTimeoutNanos() {
    return servers.stream()
        .flatMap(server -> server.node().stream())
        .mapToLong(node -> node.status().raft().timeout().maxNanos())
        .reduce(timeoutNanos, Math::max);
  }
}
