package dev.flotilla.raft.model;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One life of a data directory: 128 random bits drawn when the directory is made.
 *
 * <p>A server whose directory is lost comes back with another incarnation, so that votes and
 * acknowledgements which the lost directory gave can never be given twice.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record Incarnation(long high, long low) implements Comparable<Incarnation> {
  private static final int HEX_DIGITS = 32;
  private static final HexFormat HEX = HexFormat.of();

  /**
   * Reads the 32 hexadecimal digits that {@link #toString()} writes.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static Incarnation parse(String hex) {
    if (hex.length() != HEX_DIGITS) {
      throw new IllegalArgumentException(
          "not an incarnation: '" + hex + "'; expected " + HEX_DIGITS + " hexadecimal digits");
    }
    int half = HEX_DIGITS / 2;
    return new Incarnation(
        Long.parseUnsignedLong(hex.substring(0, half), 16),
        Long.parseUnsignedLong(hex.substring(half), 16));
  }

  /** Compared for each message; the one that the compiler makes costs a first call much more. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Incarnation that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(low);
  }

  @Override
  public int compareTo(Incarnation other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  /** 32 hexadecimal digits. Every message between members carries two of these. */
  @Override
  public String toString() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }
}
