package dev.flotilla;

/** A listener that is called until this is closed. */
@FunctionalInterface
public interface Listening extends AutoCloseable {
  /** The listener is not called any more, but for a call that is under way. Idempotent. */
  @Override
  void close();
}
