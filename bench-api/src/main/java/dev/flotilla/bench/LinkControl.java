package dev.flotilla.bench;

import java.io.IOException;

/**
 * Loses and delays messages between the servers of a cluster, each direction by itself.
 *
 * <p><b>Thread.</b> One thread at a time; calls block until the servers have confirmed.
 */
public interface LinkControl extends AutoCloseable {
  /** Of a system whose links cannot be changed: refuses every fault. */
  LinkControl NONE =
      (from, to, fault) -> {
        throw new IOException(
            "this system cannot change the link from server %s to server %s; measure flotilla"
                .formatted(from, to));
      };

  /**
   * Changes what happens to messages from one server to another; the other direction stays.
   *
   * @param from the number of the sending server
   * @param to the number of the receiving server
   * @param fault what happens from now on
   * @throws IOException if the sending server does not confirm
   */
  void set(int from, int to, LinkFault fault) throws IOException;

  /** Frees what the control uses; the links stay as they are. */
  @Override
  default void close() {}
}
