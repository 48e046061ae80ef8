package dev.flotilla.recipes;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.ServerBuilder;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.recipes.state.RecipeAnswer;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipesState;
import java.io.IOException;
import java.time.Duration;

/**
 * One client's locks, elections, queues and other recipes in a group.
 *
 * <pre>{@code
 * try (Recipes recipes = Recipes.connect("shop");
 *     Hold lock = recipes.lock("orders").acquire()) {
 *   storage.write(lock.token(), order);
 * }
 * }</pre>
 *
 * <p>All that a client holds depends on one lease, 10 s by default, which it renews itself. When
 * the group has not confirmed it for that time, everything is lost: see {@link Hold#onLost}.
 * Closing releases everything.
 *
 * <p>Any thread. Calls block; they throw {@link dev.flotilla.CommandRefused} if the group cannot be
 * reached within the client's time limit, and {@link RecipesFull} at a bound of the group. Whoever
 * waits is told by the group, and does not ask again and again.
 */
public final class Recipes implements AutoCloseable {
  /** How long a lease lasts that the group has not confirmed again. */
  public static final Duration DEFAULT_TTL = Duration.ofSeconds(10);

  private final FlotillaClient<RecipeCommand, RecipeAnswer> client;
  private final RecipeSession session;

  private Recipes(FlotillaClient<RecipeCommand, RecipeAnswer> client, Duration ttl) {
    this.client = client;
    this.session = new RecipeSession(client, ttl);
  }

  /** What servers and clients of a group of recipes have in common. */
  public static Group<RecipeCommand, RecipeAnswer> group(String name) {
    return RecipesState.group(name);
  }

  /** Prepares a server of a group of recipes. */
  public static ServerBuilder server(String group) {
    return group(group).server(new RecipesState());
  }

  /**
   * A client of a group whose servers are on this machine.
   *
   * @throws IOException if this machine cannot be searched
   */
  public static Recipes connect(String group) throws IOException {
    return over(group(group).client().connect());
  }

  /**
   * Recipes over a client, such as {@code Recipes.group("shop").client().networkInterface("eth0")
   * .keys(keys).connect()}.
   *
   * @param client closed with the recipes
   */
  public static Recipes over(FlotillaClient<RecipeCommand, RecipeAnswer> client) {
    return over(client, DEFAULT_TTL);
  }

  /**
   * Recipes with another lease.
   *
   * @param client closed with the recipes
   * @param ttl from 100 ms to an hour; the shorter, the sooner others get what a lost client held,
   *     and the more often it is renewed
   */
  public static Recipes over(FlotillaClient<RecipeCommand, RecipeAnswer> client, Duration ttl) {
    long millis = ttl.toMillis();
    if (millis < RecipesState.MIN_TTL_MILLIS || millis > RecipesState.MAX_TTL_MILLIS) {
      throw new IllegalArgumentException(
          "a lease of %s ms is not possible; %s to %s ms are"
              .formatted(millis, RecipesState.MIN_TTL_MILLIS, RecipesState.MAX_TTL_MILLIS));
    }
    return new Recipes(client, ttl);
  }

  /** A lock that one holds alone, or several share. */
  public FencedLock lock(String name) {
    return new FencedLock(session, name);
  }

  /** An election of one leader. */
  public LeaderElection election(String name) {
    return new LeaderElection(session, name);
  }

  /** A claim for a limited time, which nobody renews by itself. */
  public TimedLease lease(String name) {
    return new TimedLease(session, name);
  }

  /**
   * A semaphore.
   *
   * @param permits how many there are; the same number in each client
   */
  public SharedSemaphore semaphore(String name, int permits) {
    return new SharedSemaphore(session, name, permits);
  }

  /** A number, which is 0 at first. */
  public SharedCounter counter(String name) {
    return new SharedCounter(session, name);
  }

  /**
   * A queue of values.
   *
   * @param codec writes and reads them, such as {@code RecordCodec.forValues(Job.class)}
   */
  public <T> SharedQueue<T> queue(String name, ValueCodec<T> codec) {
    return new SharedQueue<>(session, name, codec);
  }

  /**
   * A barrier.
   *
   * @param parties how many must come; the same number in each client
   */
  public SharedBarrier barrier(String name, int parties) {
    return new SharedBarrier(session, name, parties);
  }

  /**
   * A latch.
   *
   * @param count at which it begins; the same number in each client
   */
  public SharedLatch latch(String name, int count) {
    return new SharedLatch(session, name, count);
  }

  /** Those who have joined under a name. */
  public Membership membership(String name) {
    return new Membership(session, name);
  }

  /** The client below. */
  public FlotillaClient<RecipeCommand, RecipeAnswer> client() {
    return client;
  }

  /** Releases everything, ends what waits, and closes the client. Blocks. */
  @Override
  public void close() {
    session.close();
  }
}
