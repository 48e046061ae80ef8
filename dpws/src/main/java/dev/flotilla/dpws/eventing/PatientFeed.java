package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.soap.SoapFaultException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A feed of a subscriber who wants all events there are: it begins as soon as its source has one.
 * Any thread.
 *
 * @param <T> the event; immutable
 */
final class PatientFeed<T> implements EventFeed<T> {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final EventLoops loops;
  private final FeedType.Opener<T> opener;

  /** Cancelled if this feed is closed before its source has one. */
  private final CompletableFuture<EventFeed<T>> opened = new CompletableFuture<>();

  PatientFeed(EventLoops loops, FeedType.Opener<T> opener) {
    this.loops = loops;
    this.opener = opener;
  }

  @Override
  public CompletionStage<T> next() {
    look(); // Only the first call waits; each later one finds the feed.
    return opened.thenCompose(EventFeed::next);
  }

  /** Opens the feed, if its source has one by now, or looks again later. */
  private void look() {
    if (opened.isDone()) {
      return;
    }
    try {
      EventFeed<T> feed = opener.open("");
      if (!opened.complete(feed)) {
        feed.close();
      }
    } catch (SoapFaultException e) {
      loops.after(PAUSE, this::look);
    } catch (RuntimeException e) {
      opened.completeExceptionally(e);
    }
  }

  @Override
  public void close() {
    if (!opened.cancel(false) && !opened.isCompletedExceptionally()) {
      opened.join().close();
    }
  }
}
