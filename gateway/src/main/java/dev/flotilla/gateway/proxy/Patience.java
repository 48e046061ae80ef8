package dev.flotilla.gateway.proxy;

/**
 * How long to wait for others, each in milliseconds.
 *
 * @param connectMillis for a connection to a web server
 * @param answerMillis for the next part of an answer of a web server
 * @param requestMillis for an answer through all dispatches of a request
 * @param headMillis for the head of a request, from its first byte on
 * @param idleMillis for the next request on a connection
 * @param stallMillis for a client that sends or reads nothing in the middle of a message
 */
public record Patience(
    int connectMillis,
    int answerMillis,
    int requestMillis,
    int headMillis,
    int idleMillis,
    int stallMillis) {
  /** 1 s, 10 s, 30 s, 10 s, 60 s, 30 s. */
  public static final Patience DEFAULT =
      new Patience(1_000, 10_000, 30_000, 10_000, 60_000, 30_000);

  /** Checks the numbers. */
  public Patience {
    if (connectMillis < 1
        || answerMillis < 1
        || requestMillis < 1
        || headMillis < 1
        || idleMillis < 1
        || stallMillis < 1) {
      throw new IllegalArgumentException("each time to wait is at least 1 ms");
    }
  }

  /** The same with another time for answers. */
  public Patience withAnswerMillis(int millis) {
    return new Patience(connectMillis, millis, requestMillis, headMillis, idleMillis, stallMillis);
  }

  /** The same with other times for clients. */
  public Patience withClientMillis(int head, int idle, int stall) {
    return new Patience(connectMillis, answerMillis, requestMillis, head, idle, stall);
  }
}
