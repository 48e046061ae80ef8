package dev.flotilla.bench;

/**
 * One client of a system under test, with a connection of its own.
 *
 * <p><b>Thread.</b> Safe for use by several threads. The load generator keeps one command in
 * flight: the next {@link #insert} comes after the answer to the one before, mostly from within the
 * listener. Only a client that all clients of a process share has more.
 */
public interface BenchClient extends AutoCloseable {
  /** The kind of a read that was answered and found nothing. */
  String ABSENT = "absent";

  /**
   * Sends one command.
   *
   * <p>May block until the answer (a synchronous client) or return at once and answer later on any
   * thread; an asynchronous client saves the hand-over between threads.
   *
   * @param command what to insert
   * @param listener told exactly once how it ended
   */
  void insert(WorkloadCommand command, InsertListener listener);

  /**
   * Reads what an earlier command wrote; otherwise like {@link #insert}. A client that reads in
   * several ways says in its documentation which one this is.
   *
   * @param key the uid of the command that wrote it
   * @param listener told exactly once how it ended; done only if the value was there; failed with
   *     {@link #ABSENT} if it certainly was not
   */
  default void read(String key, InsertListener listener) {
    listener.failed("refused-no-reads");
  }

  /** Disconnects; no command is in flight. */
  @Override
  void close();
}
