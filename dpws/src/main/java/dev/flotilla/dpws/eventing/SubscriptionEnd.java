package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.xml.XmlText;
import java.util.Arrays;

/**
 * Why a subscription has ended.
 *
 * @param cause what ended it
 * @param reason for people, in English; may be empty
 */
public record SubscriptionEnd(Cause cause, String reason) {
  private static final int MAX_REASON_CHARS = 1_000;

  /** What ends a subscription. */
  public enum Cause {
    /** The source could not deliver, or the sink was too slow. */
    DELIVERY_FAILURE("DeliveryFailure"),
    /** The source shuts down. */
    SOURCE_SHUTTING_DOWN("SourceShuttingDown"),
    /** The source ends it for another reason. */
    SOURCE_CANCELLING("SourceCancelling"),
    /** The sink has unsubscribed. */
    UNSUBSCRIBED(""),
    /** It could not be renewed in time, or the source does not know it any more. */
    NOT_RENEWED("");

    private final String status;

    Cause(String localName) {
      this.status = localName.isEmpty() ? "" : EventingNames.NAMESPACE + "/" + localName;
    }

    /** The Status of a SubscriptionEnd message. */
    String status() {
      return status;
    }

    /** What a Status means; one that WS-Eventing does not define, that the source cancels. */
    static Cause of(String status) {
      return Arrays.stream(values())
          .filter(cause -> !status.isEmpty() && cause.status.equals(status))
          .findFirst()
          .orElse(SOURCE_CANCELLING);
    }
  }

  /** Cuts a long reason, which may be another's, and replaces what XML cannot carry. */
  public SubscriptionEnd {
    reason = XmlText.carriable(XmlText.abbreviated(reason, MAX_REASON_CHARS));
  }
}
