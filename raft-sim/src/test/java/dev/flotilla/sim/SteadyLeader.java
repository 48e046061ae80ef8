package dev.flotilla.sim;

/**
 * A leader that lives keeps leading: where the leader and a majority answer each other within the
 * bound up to which election timeouts are stretched, no other server comes into office, once they
 * have had time to measure how slow they are. To be used where servers stand still for pieces that
 * keep this bound, and nothing else happens.
 */
final class SteadyLeader implements Observer {
  /** So long they measure. */
  static final long MEASURING_NANOS = 10_000_000_000L;

  private final long untilNanos;
  private long beganNanos;
  private boolean hasBegun;
  private int leader;
  private long term;
  private int leaders;

  /**
   * Has seen no leader.
   *
   * @param untilNanos when servers end to stand still, from their start
   */
  SteadyLeader(long untilNanos) {
    this.untilNanos = untilNanos;
  }

  @Override
  public void started(SimulatedServer server) {
    if (!hasBegun) {
      hasBegun = true;
      beganNanos = server.clockNanos();
    }
  }

  @Override
  public void pumped(SimulatedServer server) {
    long now = server.node().orElseThrow().status().term();
    if (!server.isLeading() || now <= term) {
      return;
    }
    int before = leader;
    leader = server.number;
    term = now;
    leaders++;
    long passedNanos = server.clockNanos() - beganNanos;
    if (leaders > 1 && passedNanos > MEASURING_NANOS && passedNanos < untilNanos) {
      throw new Violation(
          "a-leader-that-lives-keeps-leading",
          "server %s leads in term %s after server %s, %s ms after the start"
              .formatted(leader, term, before, passedNanos / 1_000_000));
    }
  }
}
