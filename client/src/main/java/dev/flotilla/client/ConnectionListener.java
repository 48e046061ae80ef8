package dev.flotilla.client;

/**
 * Is told how a client stands to its group.
 *
 * <p>It is called on a thread of its own, once for each change, in order. It may block: calls of
 * the client do not wait for it. What it has not been told when 64 changes wait is dropped, the
 * oldest first. What it throws is logged.
 */
@FunctionalInterface
public interface ConnectionListener {
  /** Something else is the case now. */
  void changed(ConnectionState state);
}
