package dev.flotilla.gateway.proxy;

/**
 * What is kept of requests and answers.
 *
 * @param requestBytes a request with a body up to this size is kept until it is answered, so that
 *     it can be dispatched again; a larger one is streamed
 * @param answerBytes an answer up to this size is held until it is complete; of a larger one the
 *     client gets the beginning before the end is there
 * @param holdMillis and no longer than this, once its head is there, unless it belongs to a key
 * @param totalBytes what all of them may take together; beyond that they are streamed
 */
public record Keeping(int requestBytes, int answerBytes, int holdMillis, long totalBytes) {
  private static final long MAX_TOTAL_BYTES = 128L << 20;
  private static final int HOLD_MILLIS = 1_000;

  /** 256 KiB, 256 KiB, 1 s, and a quarter of the heap, up to 128 MiB. */
  public static final Keeping DEFAULT = of(256 << 10, 4);

  /** With a log, which has copies of requests: 192 KiB, 192 KiB, 1 s, and a twelfth of the heap. */
  public static final Keeping LOGGED = of(192 << 10, 12);

  private static Keeping of(int bytes, int heapParts) {
    long totalBytes = Runtime.getRuntime().maxMemory() / heapParts;
    return new Keeping(bytes, bytes, HOLD_MILLIS, Math.min(MAX_TOTAL_BYTES, totalBytes));
  }

  /** Checks the numbers. */
  public Keeping {
    if (requestBytes < 0 || answerBytes < 0 || holdMillis < 0 || totalBytes < 0) {
      throw new IllegalArgumentException(
          "what is kept must not be negative: requests %s, answers %s, milliseconds %s, all %s"
              .formatted(requestBytes, answerBytes, holdMillis, totalBytes));
    }
  }

  /** The same for other sizes of each request and answer. */
  public Keeping withBytes(int bytes) {
    return new Keeping(bytes, bytes, holdMillis, totalBytes);
  }

  /** The same, holding answers for another time. */
  public Keeping withHoldMillis(int millis) {
    return new Keeping(requestBytes, answerBytes, millis, totalBytes);
  }
}
