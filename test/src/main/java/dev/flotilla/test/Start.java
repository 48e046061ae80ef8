package dev.flotilla.test;

/**
 * Starts one part of an application that holds a server.
 *
 * @param <M> the part of the application
 */
@FunctionalInterface
public interface Start<M> {
  /**
   * Starts it at a place; called again for the same place when it is restarted.
   *
   * @throws Exception if it cannot be started; the test fails. What it has opened before must be
   *     closed by then
   */
  M at(Place place) throws Exception;
}
