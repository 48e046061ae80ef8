package dev.flotilla.gateway.proxy;

/**
 * What is kept of requests and answers.
 *
 * @param requestBytes a request with a body up to this size is kept until it is answered, so that
 *     it can be dispatched again; a larger one is streamed
 * @param answerBytes an answer up to this size is held until it is complete; of a larger one the
 *     client gets the beginning before the end is there
 * @param totalBytes what all of them may take together; beyond that they are streamed
 */
public record Keeping(int requestBytes, int answerBytes, long totalBytes) {
  /** 256 KiB, 256 KiB and 128 MiB. */
  public static final Keeping DEFAULT = new Keeping(256 << 10, 256 << 10, 128L << 20);

  /** Checks the numbers. */
  public Keeping {
    if (requestBytes < 0 || answerBytes < 0 || totalBytes < 0) {
      throw new IllegalArgumentException(
          "bytes to keep must not be negative: requests %s, answers %s, all %s"
              .formatted(requestBytes, answerBytes, totalBytes));
    }
  }
}
