package dev.flotilla.recipes;

import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import java.time.Duration;
import java.util.Optional;

/**
 * A queue in a group, first in, first out. Any thread.
 *
 * <p>An item that was {@linkplain #take() taken} is the taker's until it is {@linkplain Taken#done
 * done}. If the taker is lost before, the item goes back to its place: each item is done at least
 * once. An item that was {@linkplain #poll polled} is gone: at most once.
 *
 * @param <T> what it holds
 */
public final class SharedQueue<T> {
  private final RecipeSession session;
  private final String name;
  private final ValueCodec<T> codec;
  private final RecipeSession.Wanted wanted;

  SharedQueue(RecipeSession session, String name, ValueCodec<T> codec) {
    this.session = session;
    this.name = name;
    this.codec = codec;
    this.wanted = new RecipeSession.Wanted(Kind.QUEUE, name, Integer.MAX_VALUE, 1, Bytes.EMPTY);
  }

  /**
   * Appends an item of at most 64 KiB.
   *
   * @throws dev.flotilla.OutcomeUnknown if nobody can tell whether it was executed
   */
  public void offer(T item) {
    RecipeResult unused = session.once(new RecipeCommand.Offer(name, codec.encode(item)));
  }

  /**
   * Removes the first item, if there is one.
   *
   * @throws dev.flotilla.OutcomeUnknown if nobody can tell whether one was removed
   */
  public Optional<T> poll() {
    return ((RecipeResult.Item) session.once(new RecipeCommand.Poll(name)))
        .item()
        .map(this::decoded);
  }

  /** Waits for an item; takers get items in the order in which they came. */
  public Taken<T> take() throws InterruptedException {
    return session.acquire(wanted, Optional.empty()).map(this::taken).orElseThrow();
  }

  /** As {@link #take()}, for a limited time. */
  public Optional<Taken<T>> take(Duration atMost) throws InterruptedException {
    return session.acquire(wanted, Optional.of(atMost)).map(this::taken);
  }

  /** How many items wait, without those that are taken. */
  public int size() {
    RecipeResult result = session.repeatable(new RecipeCommand.Look(Kind.QUEUE, name));
    return ((RecipeResult.Holders) result).items();
  }

  private Taken<T> taken(ActiveClaim claim) {
    try {
      return new Taken<>(session, claim, decoded(claim.granted().join().data()));
    } catch (IllegalStateException e) {
      session.releaseLater(claim);
      throw e;
    }
  }

  private T decoded(Bytes item) {
    try {
      return codec.decode(item);
    } catch (CodecException e) {
      throw new IllegalStateException(
          "queue %s has an item of %s bytes that this codec cannot read: %s"
              .formatted(name, item.size(), e.getMessage()),
          e);
    }
  }

  /**
   * An item that is this client's. Closing it without {@link #done} puts it back.
   *
   * @param <T> what it is
   */
  public static final class Taken<T> implements AutoCloseable {
    private final RecipeSession session;
    private final ActiveClaim claim;
    private final T item;

    private Taken(RecipeSession session, ActiveClaim claim, T item) {
      this.session = session;
      this.claim = claim;
      this.item = item;
    }

    /** The item. */
    public T item() {
      return item;
    }

    /**
     * Removes it from the queue.
     *
     * @return whether it was still this client's; if not, another may have it too
     */
    public boolean done() {
      return session.consume(claim);
    }

    /** Puts it back to its place, unless it is done. */
    @Override
    public void close() {
      session.release(claim);
    }
  }
}
