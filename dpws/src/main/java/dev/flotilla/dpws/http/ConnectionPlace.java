package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of one connection in the {@link ConnectionTable}: how far it is, since when, and
 * whether it may make room. The connection's event loop moves it; any thread reads it, and may
 * evict it.
 */
final class ConnectionPlace {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionPlace.class);

  private final Channel channel;
  private final InetAddress source;
  private final Supplier<ByteBudget.Share> arriving;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.INCOMPLETE);
  private volatile long activeNanos;
  private volatile boolean isKept;
  private volatile boolean isSettled;
  private volatile boolean isOnTrial;

  /** Where a connection is between two requests. */
  enum Stage {
    /** No whole request has come yet, or a part of the next one has. */
    INCOMPLETE,
    /** A request waits for its answer, or an answer for its reader. */
    BUSY,
    /** Nothing is under way. */
    IDLE,
    /** It has made room for another, and is being closed. */
    EVICTED
  }

  /**
   * The place of a connection from an address, on which nothing has come yet.
   *
   * @param arriving what the request that comes holds of the budget; any thread may ask
   */
  ConnectionPlace(
      Channel channel, InetAddress source, long nowNanos, Supplier<ByteBudget.Share> arriving) {
    this.channel = channel;
    this.source = source;
    this.arriving = arriving;
    this.activeNanos = nowNanos;
  }

  InetAddress source() {
    return source;
  }

  Stage stage() {
    return Objects.requireNonNull(stage.get());
  }

  /** When something came last, or was taken. */
  long activeNanos() {
    return activeNanos;
  }

  /** Something came, or was taken. On the event loop. */
  void active(long nowNanos) {
    activeNanos = nowNanos;
  }

  /** How many bytes of the budget a request holds that is not whole. */
  long arrivingBytes() {
    return arriving.get().heldBytes();
  }

  /** Gives back the bytes of such a request, after the eviction. */
  void giveBackArriving() {
    arriving.get().close();
  }

  /** Whether it never makes room for another. */
  boolean isKept() {
    return isKept;
  }

  /** Whether its first bytes have had time to be read, so that its stage means something. */
  boolean isSettled() {
    return isSettled;
  }

  /** What had arrived by now has been read. On the event loop. */
  void settle() {
    isSettled = true;
  }

  /** Called by the table. */
  void markKept() {
    isKept = true;
    isOnTrial = false;
  }

  /** Whether it ends with its first answer, unless it is kept by then. */
  boolean isOnTrial() {
    return isOnTrial;
  }

  /** Called by the table. */
  void markOnTrial() {
    isOnTrial = true;
  }

  /**
   * Something comes; false if the connection has made room for another. A request that comes in
   * pieces counts as active when it begins. On the event loop.
   */
  boolean begins(long nowNanos) {
    Stage now = stage.get();
    if (now != Stage.INCOMPLETE) {
      activeNanos = nowNanos;
    }
    return now == Stage.IDLE ? move(Stage.INCOMPLETE) : now != Stage.EVICTED;
  }

  /** Changes the stage; false if the connection has made room for another. On the event loop. */
  boolean move(Stage next) {
    Stage now = stage.get();
    return now == next || (now != Stage.EVICTED && stage.compareAndSet(now, next));
  }

  /** Closes the connection if it is still in this stage. */
  boolean evict(Stage expected) {
    boolean isOurs = stage.compareAndSet(expected, Stage.EVICTED);
    if (isOurs) {
      LOG.debug("Connection from {} makes room for another", source);
      Channels.close(channel);
    }
    return isOurs;
  }
}
