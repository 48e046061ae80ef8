package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.EndpointReference;
import org.jspecify.annotations.Nullable;

/** The messages of WS-Eventing. What a stranger sends is checked by the source, not here. */
final class EventingMessages {
  private EventingMessages() {}

  /**
   * Asks for events.
   *
   * @param notifyTo where they go; null if the delivery mode is another one
   * @param endTo where a SubscriptionEnd goes, if anywhere
   * @param mode the delivery mode; null means push
   * @param expires when the subscription should end, as text; null for no end
   * @param filter which events; null for all
   */
  record Subscribe(
      @Nullable EndpointReference notifyTo,
      @Nullable EndpointReference endTo,
      @Nullable String mode,
      @Nullable String expires,
      @Nullable Filter filter) {}

  /**
   * Which events.
   *
   * @param dialect how it is written; null means XPath
   * @param text what is in it; null if it holds elements
   */
  record Filter(@Nullable String dialect, @Nullable String text) {}

  /**
   * The answer to Subscribe.
   *
   * @param manager whom to ask about the subscription from now on
   * @param expires when it ends
   */
  record SubscribeResponse(EndpointReference manager, String expires) {}

  /**
   * Asks for a longer time, or tells how long it is: Renew, its response, and that of GetStatus.
   *
   * @param expires null for no end
   */
  record Expires(@Nullable String expires) {}

  /**
   * Tells a sink that its subscription has ended.
   *
   * @param manager of which subscription
   * @param end why
   */
  record Ended(EndpointReference manager, SubscriptionEnd end) {}
}
