package dev.flotilla.dpws.eventing;

import java.util.concurrent.CompletionStage;

/**
 * The events of one subscription that are fetched one by one: the next one when the sink has
 * accepted the one before, so that a slow sink falls behind and nothing piles up.
 *
 * <p>Its source calls it from any thread, one call at a time, and never again after {@link #close}.
 * Nothing may block.
 *
 * @param <T> the event; immutable
 */
public interface EventFeed<T> extends AutoCloseable {
  /**
   * The next event, when there is one. The sink has accepted the one before.
   *
   * @return completes on any thread; if it fails, the subscription ends and its subscriber gets the
   *     message of the failure as the reason
   */
  CompletionStage<T> next();

  /** The subscription is over: frees what the feed holds. Called once. */
  @Override
  void close();
}
