package dev.flotilla.systemtests.recipes;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.RotatingKeys;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Draws what one client asks for. It releases each claim soon that it may have got, or leaves it to
 * the end of its lease. Used by one step of the client after another.
 */
final class RecipeWorkload implements RecordingClient.Drawn<RecipeStep, History.Answer> {
  private static final int MAX_CLAIMS = 2;
  private static final int ONE_IN_SO_MANY_IS_LEFT = 3;
  private static final long MAX_AMOUNT = 1L << 40;

  /** What all clients of a history draw from. */
  static final class Names {
    private final RotatingKeys locks = new RotatingKeys("lock-", 2);
    private final RotatingKeys elections = new RotatingKeys("election-", 2);
    private final RotatingKeys queues = new RotatingKeys("queue-", 2);
    private final RotatingKeys counters = new RotatingKeys("counter-", 2);
    private final AtomicLong values = new AtomicLong();

    RotatingKeys queues() {
      return queues;
    }

    RotatingKeys counters() {
      return counters;
    }
  }

  private final Names names;
  private final int client;
  private final boolean isEnding;
  private final Deque<RecipeStep> releases = new ArrayDeque<>();
  private long claims;

  /**
   * Prepares a client.
   *
   * @param client its number
   * @param isEnding whether its leases end, so that it need not release all
   */
  RecipeWorkload(Names names, int client, boolean isEnding) {
    this.names = names;
    this.client = client;
    this.isEnding = isEnding;
  }

  @Override
  public RecipeStep next(RandomGenerator random) {
    boolean isDue = releases.size() >= MAX_CLAIMS || random.nextBoolean();
    if (!releases.isEmpty() && isDue) {
      return releases.removeFirst();
    }
    return switch (random.nextInt(8)) {
      case 0, 1 -> acquire(Kind.LOCK, names.locks.next(random), random);
      case 2, 3 -> acquire(Kind.ELECTION, names.elections.next(random), random);
      case 4 -> offer(names.queues.next(random));
      case 5 -> poll(names.queues.next(random));
      case 6 -> add(names.counters.next(random), 1 + random.nextLong(MAX_AMOUNT));
      default -> read(names.counters.next(random));
    };
  }

  private RecipeStep acquire(Kind kind, String name, RandomGenerator random) {
    Optional<String> who = Optional.of(client + "." + ++claims);
    boolean isLeft = isEnding && random.nextInt(ONE_IN_SO_MANY_IS_LEFT) == 0;
    if (!isLeft) {
      releases.addLast(new RecipeStep(kind, name, "release", who, null));
    }
    return new RecipeStep(kind, name, "acquire", who, null);
  }

  private RecipeStep offer(String queue) {
    String item = "i" + names.values.incrementAndGet();
    return new RecipeStep(
        Kind.QUEUE,
        queue,
        "offer",
        Optional.of(item),
        new RecipeCommand.Offer(queue, Bytes.utf8(item)));
  }

  static RecipeStep poll(String queue) {
    return new RecipeStep(
        Kind.QUEUE, queue, "poll", Optional.empty(), new RecipeCommand.Poll(queue));
  }

  private static RecipeStep add(String counter, long amount) {
    return new RecipeStep(
        Kind.COUNTER,
        counter,
        "add",
        Optional.of(Long.toString(amount)),
        new RecipeCommand.Add(counter, amount));
  }

  static RecipeStep read(String counter) {
    return new RecipeStep(
        Kind.COUNTER,
        counter,
        "get",
        Optional.empty(),
        new RecipeCommand.Value(Kind.COUNTER, counter));
  }
}
