package dev.flotilla.raft;

import java.util.OptionalInt;

/**
 * How a server leads.
 *
 * @param leaseDriftPerMille if present, a leader answers reads under a lease, without asking a
 *     quorum (thesis §6.4.1). <b>Such reads are linearizable only if no member's clock ever runs
 *     faster than another's by more than this,</b> in thousandths: also not while a machine sleeps,
 *     or its virtual machine stands still or is moved. Empty, the default: nothing rests on clocks
 */
public record LeadershipOptions(OptionalInt leaseDriftPerMille) {
  /** Reads that rest on no clock. */
  public static final LeadershipOptions DEFAULT = new LeadershipOptions(OptionalInt.empty());

  private static final int MAX_DRIFT_PER_MILLE = 1_000_000;

  /** Rejects a drift that no clock has. */
  public LeadershipOptions {
    int drift = leaseDriftPerMille.orElse(0);
    if (drift < 0 || drift > MAX_DRIFT_PER_MILLE) {
      throw new IllegalArgumentException(
          "leaseDriftPerMille must be within 0 and " + MAX_DRIFT_PER_MILLE + ", not " + drift);
    }
  }

  /**
   * The same, with reads under a lease; see there what is at stake.
   *
   * @param driftPerMille by how much one member's clock may run faster than another's
   */
  public LeadershipOptions withLeaseReads(int driftPerMille) {
    return new LeadershipOptions(OptionalInt.of(driftPerMille));
  }
}
