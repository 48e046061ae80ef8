package dev.flotilla.dpws.eventing;

import java.util.concurrent.CompletionStage;

/**
 * A feed whose events are ready to be sent.
 *
 * @param type what its events are
 * @param feed where they come from
 */
record QueuedFeed<T>(EventType<T> type, EventFeed<T> feed) {
  /** The next one; it counts no bytes, since there is one at a time. */
  CompletionStage<QueuedEvent<T>> next() {
    return feed.next().thenApply(event -> new QueuedEvent<>(type.notification(), event, 0));
  }
}
