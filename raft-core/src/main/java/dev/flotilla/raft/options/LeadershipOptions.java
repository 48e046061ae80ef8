package dev.flotilla.raft.options;

import java.util.OptionalInt;

/**
 * How a server leads, and how much it is to.
 *
 * @param leaseDriftPerMille if present, a leader answers reads under a lease, without asking a
 *     quorum (thesis §6.4.1). <b>Such reads are linearizable only if no member's clock ever runs
 *     faster than another's by more than this,</b> in thousandths: also not while a machine sleeps,
 *     or its virtual machine stands still or is moved. Empty, the default: nothing rests on clocks
 * @param priority a leader hands over to a voter with a higher one that keeps up; within {@link
 *     #NEVER} and {@link #MAX_PRIORITY}. A server with {@link #NEVER} never campaigns: a group
 *     stands still while such servers alone hold all that is committed
 * @param quietAfterNanos a leader that got no request for so long sends a heartbeat only each
 *     second; if it fails then, an election follows after 3 to 6 s; 0, the default, for never
 */
public record LeadershipOptions(
    OptionalInt leaseDriftPerMille, int priority, long quietAfterNanos) {
  /** The priority of a server that does not lead. */
  public static final int NEVER = 0;

  /** The priority of a server that says nothing of it. */
  public static final int DEFAULT_PRIORITY = 50;

  /** The highest priority. */
  public static final int MAX_PRIORITY = 100;

  /** Reads that rest on no clock, and a priority like everybody's. */
  public static final LeadershipOptions DEFAULT =
      new LeadershipOptions(OptionalInt.empty(), DEFAULT_PRIORITY, 0);

  private static final int MAX_DRIFT_PER_MILLE = 1_000_000;

  /** Rejects a drift that no clock has, and a priority out of range. */
  public LeadershipOptions {
    int drift = leaseDriftPerMille.orElse(0);
    if (drift < 0 || drift > MAX_DRIFT_PER_MILLE) {
      throw new IllegalArgumentException(
          "leaseDriftPerMille must be within 0 and " + MAX_DRIFT_PER_MILLE + ", not " + drift);
    }
    if (priority < NEVER || priority > MAX_PRIORITY) {
      throw new IllegalArgumentException(
          "priority must be within " + NEVER + " and " + MAX_PRIORITY + ", not " + priority);
    }
    if (quietAfterNanos < 0) {
      throw new IllegalArgumentException(
          "quietAfterNanos must not be below 0, as " + quietAfterNanos + " is");
    }
  }

  /**
   * The same, with a leader that is quiet while nothing is asked of it.
   *
   * @param nanos after how long; 0 for never
   */
  public LeadershipOptions withQuietAfter(long nanos) {
    return new LeadershipOptions(leaseDriftPerMille, priority, nanos);
  }

  /**
   * The same, with reads under a lease; see there what is at stake.
   *
   * @param driftPerMille by how much one member's clock may run faster than another's
   */
  public LeadershipOptions withLeaseReads(int driftPerMille) {
    return new LeadershipOptions(OptionalInt.of(driftPerMille), priority, quietAfterNanos);
  }

  /**
   * The same, with another priority.
   *
   * @param priorityToLead from {@link #NEVER} to {@link #MAX_PRIORITY}
   */
  public LeadershipOptions withPriority(int priorityToLead) {
    return new LeadershipOptions(leaseDriftPerMille, priorityToLead, quietAfterNanos);
  }
}
