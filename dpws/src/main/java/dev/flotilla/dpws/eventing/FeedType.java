package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.SoapFaultException;
import java.net.URI;

/**
 * A kind of event of which each subscriber has a feed of its own, which begins where its Subscribe
 * says. The filter of that has a dialect of ours (WS-Eventing 3.2 allows any); a filter by action
 * gets the feed that an empty text gives. Immutable.
 *
 * @param event its action, and how it is read and written
 * @param dialect the dialect of the filter
 * @param opener begins feeds
 * @param <T> the event; immutable
 */
public record FeedType<T>(EventType<T> event, URI dialect, Opener<T> opener) {
  /** Begins feeds. */
  @FunctionalInterface
  public interface Opener<T> {
    /**
     * Begins a feed. On an event loop; must not block.
     *
     * @param filter the text of the filter, without white space around it; may be empty
     * @throws SoapFaultException if there is no such feed
     */
    EventFeed<T> open(String filter) throws SoapFaultException;
  }
}
