package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.log.RequestKey;
import java.util.Locale;

/** For how long an answer is held before its client gets the beginning. */
final class AnswerHold {
  /** Until it is complete. */
  static final int UNTIL_END = Integer.MAX_VALUE;

  /** Tells nginx and others whether to hold an answer. */
  static final String BUFFERING = "X-Accel-Buffering";

  /** An answer without a length that does not come in one piece is a stream. */
  private static final int WITHOUT_LENGTH_MILLIS = 20;

  private static final String EVENT_STREAM = "text/event-stream";

  private AnswerHold() {}

  /**
   * The time from its head on, in milliseconds.
   *
   * <p>The answer of a key is held, since it is kept before its client gets it. Otherwise holding
   * only hides the death of a web server: so it is of no use if the request may not be sent again.
   */
  static int millis(OutgoingRequest request, GatewayOptions options, WholeAnswer answer) {
    String buffering = answer.fields().first(BUFFERING).orElse("").toLowerCase(Locale.ROOT);
    if (buffering.equals("no") || isEventStream(answer)) {
      return 0;
    }
    if (buffering.equals("yes") || request.whole().fields().has(RequestKey.FIELD)) {
      return UNTIL_END;
    }
    if (!request.isRepeatable() || options.redispatch().maxAttempts() == 1) {
      return 0;
    }
    int mostMillis = options.keeping().holdMillis();
    return answer.fields().has("content-length")
        ? mostMillis
        : Math.min(mostMillis, WITHOUT_LENGTH_MILLIS);
  }

  private static boolean isEventStream(WholeAnswer answer) {
    return answer
        .fields()
        .first("content-type")
        .map(type -> type.toLowerCase(Locale.ROOT).startsWith(EVENT_STREAM))
        .orElse(false);
  }
}
