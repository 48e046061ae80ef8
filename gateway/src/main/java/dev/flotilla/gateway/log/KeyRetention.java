package dev.flotilla.gateway.log;

/**
 * How long and in how much room the answers of keys are kept. Without room new keys are refused:
 * none is forgotten before its time.
 *
 * @param seconds from the answer on
 * @param maxBytes what the keys and answers of this gateway may take
 */
public record KeyRetention(int seconds, long maxBytes) {
  /** Ten minutes: more than a client repeats a request. */
  public static final int DEFAULT_SECONDS = 600;

  private static final long MAX_MEMORY_BYTES = 64L << 20;
  private static final int HEAP_PARTS = 8;
  private static final long GROUP_BYTES = 256L << 20;
  private static final int MAX_SECONDS = 30 * 24 * 3600;
  private static final long MIN_BYTES = 64 << 10;

  /** Checks the numbers. */
  public KeyRetention {
    if (seconds < 1 || seconds > MAX_SECONDS || maxBytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          "keys are kept for 1 to %s s, in at least %s bytes; not for %s s in %s bytes"
              .formatted(MAX_SECONDS, MIN_BYTES, seconds, maxBytes));
    }
  }

  /** In the heap of this process: an eighth of it, up to 64 MiB. */
  public static KeyRetention inMemory() {
    long heapBytes = Runtime.getRuntime().maxMemory() / HEAP_PARTS;
    return new KeyRetention(DEFAULT_SECONDS, Math.min(MAX_MEMORY_BYTES, heapBytes));
  }

  /** On the disks of a group: 256 MiB. */
  public static KeyRetention inGroup() {
    return new KeyRetention(DEFAULT_SECONDS, GROUP_BYTES);
  }
}
