package dev.flotilla.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A watch that is under way. Any thread; nothing blocks. */
public interface Watch extends AutoCloseable {
  /** The index from which a new watch would go on without a gap; 0 as long as none is known. */
  long nextIndex();

  /** Why no server serves it now, for people; empty while one does. */
  Optional<String> obstacle();

  /**
   * Completes when the watch was closed, and fails with a {@link WatchFailure} if it ended itself.
   * Completes on a thread of the watch or of the client.
   */
  CompletableFuture<Void> ended();

  /** Ends it: the listener is not called any more, but for a call that is under way. Idempotent. */
  @Override
  void close();
}
