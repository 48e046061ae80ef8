package dev.flotilla.recipes.state;

import java.util.Comparator;

/**
 * Which claim is meant.
 *
 * @param owner whose it is
 * @param number chosen by the owner's client, which uses each once
 */
public record ClaimId(long owner, long number) implements Comparable<ClaimId> {
  private static final Comparator<ClaimId> ORDER =
      Comparator.comparingLong(ClaimId::owner).thenComparingLong(ClaimId::number);

  @Override
  public int compareTo(ClaimId other) {
    return ORDER.compare(this, other);
  }
}
