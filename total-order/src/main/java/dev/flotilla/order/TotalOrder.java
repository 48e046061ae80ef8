package dev.flotilla.order;

import dev.flotilla.raft.model.Bytes;

/**
 * Broadcasts messages to a group of processes, which all deliver them in the same order.
 *
 * <p>A process is <i>correct</i> if it never crashes. The properties:
 *
 * <ul>
 *   <li><b>TO1, uniform agreement:</b> if a process, correct or not, has delivered a message, then
 *       every correct process eventually delivers it.
 *   <li><b>TO2, termination:</b> if a correct process broadcasts a message, then every correct
 *       process eventually delivers it.
 *   <li><b>TO3, uniform total order:</b> if a process, correct or not, delivers one message before
 *       another, then no process delivers them the other way round.
 * </ul>
 *
 * <p>Besides, a process delivers a message at most once, and only one that was broadcast.
 *
 * <p>What each protocol keeps:
 *
 * <table>
 * <caption>Properties under crashes</caption>
 * <tr><th>protocol</th><th>no crash</th><th>crash of a minority, wrong suspicions</th></tr>
 * <tr><td>Sequencer</td><td>all</td><td>TO3; TO1 and TO2 unless the sequencer crashes</td></tr>
 * <tr><td>Skeen</td><td>all</td><td>TO3 only, and not even that if crashes are detected</td></tr>
 * <tr><td>Chandra-Toueg</td><td>all</td><td>all</td></tr>
 * <tr><td>Raft</td><td>all</td><td>all</td></tr>
 * </table>
 *
 * <p>"All" needs a time without wrong suspicions for TO1 and TO2; TO3 holds without. No protocol
 * lets a crashed process come back, or a new one join.
 *
 * <p>Any thread may call the methods. Deliveries come one after another.
 */
public interface TotalOrder extends AutoCloseable {
  /** The longest content, in bytes; a Raft group takes no entry of more than 4 MiB. */
  int MAX_CONTENT_BYTES = 2 * 1024 * 1024;

  /** Takes deliveries, in the total order; must not block for long. */
  interface Deliveries {
    /** A message is delivered here. */
    void delivered(Delivery delivery);
  }

  /** Which process this is, and of how many. */
  ProcessGroup group();

  /**
   * Broadcasts a message to all processes, this one included, and does not wait.
   *
   * @param content the message, at most {@link #MAX_CONTENT_BYTES}
   * @throws IllegalArgumentException if it is too long
   * @throws IllegalStateException if this process has stopped, or too many own messages wait
   */
  void broadcast(Bytes content);

  /** Stops this process; for the others it has crashed. */
  @Override
  void close();
}
