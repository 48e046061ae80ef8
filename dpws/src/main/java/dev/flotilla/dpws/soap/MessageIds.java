package dev.flotilla.dpws.soap;

import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Draws the ids of messages: version 4 UUIDs from a fast generator. With seeds that nobody can
 * guess they are unique; they are not secret. Any thread.
 */
public final class MessageIds {
  private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  private final SplittableRandom random;

  /** Ids that follow from a seed. */
  public MessageIds(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A new {@code urn:uuid:}. */
  public synchronized String next() {
    long high = (random.nextLong() & VERSION_MASK) | VERSION_4;
    long low = (random.nextLong() & VARIANT_MASK) | VARIANT_RFC;
    return "urn:uuid:" + new UUID(high, low);
  }
}
