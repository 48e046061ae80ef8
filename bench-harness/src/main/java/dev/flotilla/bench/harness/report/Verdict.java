package dev.flotilla.bench.harness.report;

/** In how many cells a finding of the paper holds here. One thread. */
final class Verdict {
  private int agreed;
  private int all;

  /**
   * Counts a cell.
   *
   * @param change from what is compared with, in per cent; not a number if one was not measured
   * @param expected 1 if the paper found more, -1 if it found less
   */
  void count(double change, int expected) {
    if (Double.isFinite(change)) {
      all++;
      if (Math.signum(change) == expected) {
        agreed++;
      }
    }
  }

  /** Such as {@code in part: 3 of 8}. */
  @Override
  public String toString() {
    return all == 0 ? "not measured" : "%s: %s of %s".formatted(word(), agreed, all);
  }

  private String word() {
    if (agreed == all) {
      return "reproduced";
    }
    return agreed == 0 ? "contradicted" : "in part";
  }
}
