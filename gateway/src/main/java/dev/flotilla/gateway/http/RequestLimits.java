package dev.flotilla.gateway.http;

/**
 * How large a request may be.
 *
 * @param maxHeadBytes the request line and all fields, with their line ends
 * @param maxFields the number of fields
 * @param maxBodyBytes the body without its chunk sizes
 */
public record RequestLimits(int maxHeadBytes, int maxFields, long maxBodyBytes) {
  /** 32 KiB, 200 fields, 1 GiB. */
  public static final RequestLimits DEFAULT = new RequestLimits(32 << 10, 200, 1L << 30);

  /** Checks the numbers. */
  public RequestLimits {
    if (maxHeadBytes < 1 || maxFields < 1 || maxBodyBytes < 0) {
      throw new IllegalArgumentException(
          "limits of a request must be positive: head %s, fields %s, body %s"
              .formatted(maxHeadBytes, maxFields, maxBodyBytes));
    }
  }
}
