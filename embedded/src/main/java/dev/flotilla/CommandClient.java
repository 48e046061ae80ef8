package dev.flotilla;

import dev.flotilla.client.ReadOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Calls a group whose commands name their results: {@link Group#named(String, Class)}. Its methods
 * are those of {@link FlotillaClient}, which says more of threads, bounds and errors, with the
 * result that the {@link Command} names.
 *
 * <pre>{@code
 * try (CommandClient client = CommandClient.of(shop.client().connect())) {
 *   int stock = client.execute(new Restock("tea", 5));
 *   List<String> items = client.execute(new Items());
 * }
 * }</pre>
 *
 * <p>Any thread. All methods throw {@link IllegalArgumentException} for a command that is none of
 * the group's.
 */
public final class CommandClient implements AutoCloseable {
  private final FlotillaClient<Object, Object> client;

  private CommandClient(FlotillaClient<Object, Object> client) {
    this.client = client;
  }

  /**
   * Calls through a client of such a group. Watches and administration stay with that client.
   *
   * @param client closed with this one
   */
  @SuppressWarnings("unchecked") // Its codec refuses what is no command of its group.
  public static CommandClient of(FlotillaClient<?, Object> client) {
    return new CommandClient((FlotillaClient<Object, Object>) client);
  }

  /**
   * Executes a command, or answers a {@link Query}; blocks until the end.
   *
   * @return the result of the one execution
   * @throws CommandRejected if the state rejected it
   * @throws CommandRefused if it was certainly not executed
   * @throws OutcomeUnknown if it may have been executed; {@link #executeAgain} finds out
   * @throws ResultUnavailable if it was executed and its result cannot be told
   * @throws IllegalStateException on a thread of the client, which cannot wait for itself
   */
  public <R> R execute(Command<R> command) {
    return typed(command, client.execute(command));
  }

  /**
   * {@link #execute(Command)} with a time limit of its own.
   *
   * @param timeout how long the call may take through all its attempts, from 1 ms to 24 days
   */
  public <R> R execute(Command<R> command, Duration timeout) {
    return typed(command, client.execute(command, timeout));
  }

  /**
   * Answers a {@link Query} as fresh as the options say; blocks until the end.
   *
   * @throws CommandRefused if nobody could answer it so in time
   */
  public <R> R execute(Command<R> query, ReadOptions options) {
    return typed(query, client.execute(query, options));
  }

  /**
   * Executes a command whose outcome was unknown, at most once in all; blocks until the end. See
   * {@link FlotillaClient#executeAgain}.
   *
   * @param uid the {@link OutcomeUnknown#uid} of the earlier attempt
   */
  public <R> R executeAgain(Command<R> command, String uid) {
    return typed(command, client.executeAgain(command, uid));
  }

  /**
   * Executes a command, or answers a {@link Query}, without blocking.
   *
   * @return never fails: every end is an {@link Outcome}. It completes on a thread of the client,
   *     which must not be blocked, or on this one if nothing needs to be sent
   */
  public <R> CompletableFuture<Outcome<R>> submit(Command<R> command) {
    return client.submit(command).thenApply(it -> typed(command, it));
  }

  /** {@link #submit(Command)} with a time limit of its own, from 1 ms to 24 days. */
  public <R> CompletableFuture<Outcome<R>> submit(Command<R> command, Duration timeout) {
    return client.submit(command, timeout).thenApply(it -> typed(command, it));
  }

  /** {@link #executeAgain} without blocking. */
  public <R> CompletableFuture<Outcome<R>> submitAgain(Command<R> command, String uid) {
    return client.submitAgain(command, uid).thenApply(it -> typed(command, it));
  }

  /** Answers a {@link Query} without blocking, and tells which state answered. */
  public <R> CompletableFuture<Reading<R>> ask(Command<R> query, ReadOptions options) {
    return client
        .ask(query, options)
        .thenApply(it -> new Reading<>(typed(query, it.outcome()), it.state()));
  }

  /** Closes the client that it calls through. */
  @Override
  public void close() {
    client.close();
  }

  /** What the codec has read is of the type that the command names. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "unused"})
  private static <R> R typed(Command<R> command, Object result) {
    return (R) result;
  }

  @SuppressWarnings({"unchecked", "unused"})
  private static <R> Outcome<R> typed(Command<R> command, Outcome<Object> outcome) {
    return (Outcome<R>) outcome;
  }
}
