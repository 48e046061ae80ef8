package dev.flotilla.bench.harness.flotilla;

import java.io.IOException;

/**
 * What an operator does to a group while clients load it.
 *
 * <p><b>Thread.</b> One thread; each action blocks until it is done.
 */
public interface GroupActions extends AutoCloseable {
  /**
   * Makes the server that waits a voting member.
   *
   * @throws IOException if none waits, or the group does not do it
   */
  void add() throws IOException, InterruptedException;

  /**
   * Removes the server that {@link #add} added.
   *
   * @throws IOException if the group does not do it
   */
  void remove() throws IOException, InterruptedException;

  /**
   * Has every server take a snapshot soon.
   *
   * @throws IOException if one refuses
   */
  void snapshot() throws IOException, InterruptedException;

  @Override
  void close();
}
