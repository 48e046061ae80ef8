package dev.flotilla.raftdpws.founding;

import dev.flotilla.dpws.http.client.CallFailure;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why a question was not answered.
 *
 * @param kind what is known of the server there
 * @param words the same for people
 */
record Unanswered(Kind kind, String words) {
  /** What is known of the server there. */
  enum Kind {
    /** Nothing listens there. */
    ABSENT,
    /** No byte came back. */
    SILENT,
    /** Something came back, and no answer: the server there refuses, or is none of ours. */
    REFUSED,
    /** It has no certificate of this server's authority, or does not accept this server's. */
    FOREIGN
  }

  static Unanswered of(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    String message = cause == null ? null : cause.getMessage();
    return new Unanswered(kind(cause), message == null ? String.valueOf(cause) : message);
  }

  /** The sentence part that says it of an address. */
  String at(Object address) {
    return switch (kind) {
      case ABSENT, SILENT -> "nobody answers at " + address + " (" + words + ")";
      case REFUSED, FOREIGN -> "whoever is at " + address + " refuses: " + words;
    };
  }

  private static Kind kind(@Nullable Throwable cause) {
    if (!(cause instanceof CallFailure call)) {
      return Kind.SILENT;
    }
    return switch (call.kind()) {
      case NOT_SENT -> notSent(call.getCause());
      case TIMEOUT, BROKEN -> Kind.SILENT;
      case FAULT, MALFORMED, OVERLOADED -> Kind.REFUSED;
    };
  }

  private static Kind notSent(@Nullable Throwable cause) {
    if (cause instanceof SSLException) {
      return Kind.FOREIGN;
    }
    boolean isRefused =
        cause instanceof ConnectException && String.valueOf(cause.getMessage()).contains("refused");
    return isRefused ? Kind.ABSENT : Kind.SILENT;
  }
}
