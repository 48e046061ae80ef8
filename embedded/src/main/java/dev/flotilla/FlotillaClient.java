package dev.flotilla;

import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.StateVersion;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.client.dpws.SessionUid;
import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.ResultCodec;
import dev.flotilla.node.statemachine.Rejection;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands and queries to a group, wherever its servers are.
 *
 * <p>Any thread may call, any number of calls may wait at a time (up to a bound). A command is
 * tried again, under one uid, until it is executed or its time is over; the group executes it once.
 * With its first command a client opens a session, in which it numbers them.
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public final class FlotillaClient<C, R> implements AutoCloseable {
  private final GroupClient client;
  private final CommandCodec<C> commands;
  private final ResultCodec<C, R> results;
  private final CommandSet versions;
  private final ReadOptions reads;

  FlotillaClient(
      GroupClient client,
      CommandCodec<C> commands,
      ResultCodec<C, R> results,
      CommandSet versions,
      ReadOptions reads) {
    this.client = client;
    this.reads = reads;
    this.versions = versions;
    this.commands = commands;
    this.results = results;
  }

  /**
   * Executes a command, or answers a {@link Query}; blocks until the end.
   *
   * @return the result of the one execution
   * @throws CommandRejected if the state rejected it
   * @throws CommandRefused if it was certainly not executed
   * @throws OutcomeUnknown if it may have been executed; {@link #executeAgain} finds out
   * @throws ResultUnavailable if it was executed and its result cannot be told
   * @throws IllegalArgumentException if it cannot be written, as too large or holding a NaN
   * @throws IllegalStateException on a thread of this client, which cannot wait for itself
   */
  public R execute(C command) {
    return executed(command, null);
  }

  /**
   * {@link #execute(Object)} with a time limit of its own.
   *
   * @param timeout how long the call may take through all its attempts, from 1 ms to 24 days
   * @return the result of the one execution
   */
  public R execute(C command, Duration timeout) {
    return executed(command, timeout);
  }

  private R executed(C command, @Nullable Duration timeout) {
    refuseOnOwnThread();
    requireCommand(command);
    Outcome<R> outcome =
        command instanceof Query
            ? outcomeOf(command, question(command, reads(timeout)).join())
            : outcomeOf(command, order(command, timeout).join());
    return outcome.orThrow();
  }

  /**
   * Executes a command whose outcome was unknown, unless an earlier attempt was executed; blocks
   * until the end.
   *
   * <p>It is executed at most once in all, in this process or another, for as long as its session
   * lives: 15 minutes of leaders in office without a command of the client that sent it first.
   * After that it is never executed, and stays unknown. Since an earlier attempt may have been
   * executed, it is not called refused if this attempt was, but unknown still.
   *
   * @param command the same command
   * @param uid the {@link OutcomeUnknown#uid} of the earlier attempt
   * @return the result of the one execution
   * @throws CommandRejected if the state rejected it
   * @throws CommandRefused if the group has executed another command under the uid of a client that
   *     had no session
   * @throws OutcomeUnknown if it may have been executed
   * @throws ResultUnavailable if it was executed and its result cannot be told
   * @throws IllegalStateException on a thread of this client, which cannot wait for itself
   * @throws IllegalArgumentException for a {@link Query}, which changes nothing: execute it anew;
   *     also if no client makes such a uid, since the command would be executed as a new one
   */
  public R executeAgain(C command, String uid) {
    refuseOnOwnThread();
    return submitAgain(command, uid).join().orThrow();
  }

  /**
   * Executes a command, or answers a {@link Query}, without blocking.
   *
   * @return never fails: every end is an {@link Outcome}. It completes on a thread of the client,
   *     which must not be blocked, or on this one if nothing needs to be sent
   * @throws IllegalArgumentException if it cannot be written, as too large or holding a NaN
   */
  public CompletableFuture<Outcome<R>> submit(C command) {
    return submitted(command, null);
  }

  /**
   * {@link #submit(Object)} with a time limit of its own.
   *
   * @param timeout how long the call may take through all its attempts, from 1 ms to 24 days
   */
  public CompletableFuture<Outcome<R>> submit(C command, Duration timeout) {
    return submitted(command, timeout);
  }

  private CompletableFuture<Outcome<R>> submitted(C command, @Nullable Duration timeout) {
    requireCommand(command);
    return command instanceof Query
        ? question(command, reads(timeout)).thenApply(it -> outcomeOf(command, it))
        : order(command, timeout).thenApply(it -> outcomeOf(command, it));
  }

  private CompletableFuture<CommandOutcome> order(C command, @Nullable Duration timeout) {
    return client.submit(
        commands.nameOf(command),
        commands.parametersOf(command),
        timeout,
        versions.versionOf(command));
  }

  private CompletableFuture<ReadOutcome<Answer>> question(C query, ReadOptions options) {
    return client.query(commands.questionOf(query), options);
  }

  private ReadOptions reads(@Nullable Duration timeout) {
    return timeout == null ? reads : reads.within(timeout);
  }

  /**
   * Answers a {@link Query} as fresh as the options say; blocks until the end.
   *
   * @return the answer
   * @throws CommandRejected if the state rejected it
   * @throws CommandRefused if nobody could answer it so in time
   * @throws ResultUnavailable if the answer cannot be told
   * @throws IllegalArgumentException if it is no query, or cannot be written
   * @throws IllegalStateException on a thread of this client, which cannot wait for itself
   */
  public R execute(C query, ReadOptions options) {
    refuseOnOwnThread();
    requireQuery(query);
    return outcomeOf(query, question(query, options).join()).orThrow();
  }

  /**
   * Answers a {@link Query} as fresh as the options say, without blocking, and tells which state
   * answered.
   *
   * @return as of {@link #submit}
   * @throws IllegalArgumentException if it is no query, or cannot be written
   */
  public CompletableFuture<Reading<R>> ask(C query, ReadOptions options) {
    requireQuery(query);
    return question(query, options).thenApply(it -> readingOf(query, it));
  }

  private static void requireQuery(@Nullable Object query) {
    requireCommand(query);
    if (!(query instanceof Query)) {
      throw new IllegalArgumentException(
          "only a Query can be read, and this is a command: " + query);
    }
  }

  /**
   * {@link #executeAgain} without blocking.
   *
   * @param command the same command
   * @param uid the {@link Outcome.Unknown#uid} of the earlier attempt
   * @return as of {@link #submit}
   * @throws IllegalArgumentException for a {@link Query}, which changes nothing: submit it anew;
   *     also if no client makes such a uid
   */
  public CompletableFuture<Outcome<R>> submitAgain(C command, String uid) {
    if (command instanceof Query) {
      throw new IllegalArgumentException(
          "a query has no uid, since it changes nothing; ask it anew: " + command);
    }
    requireCommand(command);
    SessionUid.requireOfAClient(uid);
    Command again = new Command(uid, commands.nameOf(command), commands.parametersOf(command));
    return client
        .insertAgain(again, versions.versionOf(command))
        .thenApply(it -> outcomeOf(command, it));
  }

  /**
   * Watches the commands that the group executes, through any server of it: in order and each once,
   * from an index on, across the loss of servers. The right that it needs: observer.
   *
   * @param fromIndex the first index that is wanted, from 1
   * @param listener called on a thread of the watch, one change at a time; may block: the server
   *     waits for it. What it throws ends the watch
   * @return under way until it is closed; {@link Watch#ended} fails if it ends by itself, and
   *     {@link Watch#nextIndex} is where another watch would go on
   * @throws IOException if this machine cannot listen for events
   */
  public Watch watch(long fromIndex, Consumer<? super GroupChange<C, R>> listener)
      throws IOException {
    return client.watch(fromIndex, event -> listener.accept(changeOf(event)));
  }

  /**
   * {@link #watch(long, Consumer)} of what is executed from now on: it begins after all that a
   * leader knows to be committed when a server takes up the watch.
   *
   * @throws IOException if this machine cannot listen for events
   */
  public Watch watch(Consumer<? super GroupChange<C, R>> listener) throws IOException {
    return client.watch(event -> listener.accept(changeOf(event)));
  }

  /**
   * {@link #watch(long, Consumer)} from where the options say, of the topics that they name: {@link
   * ReplicatedState#topics}. Others may come, too.
   *
   * @throws IOException if this machine cannot listen for events
   */
  public Watch watch(WatchOptions options, Consumer<? super GroupChange<C, R>> listener)
      throws IOException {
    return client.watch(options, event -> listener.accept(changeOf(event)));
  }

  private GroupChange<C, R> changeOf(WatchEvent event) {
    if (event instanceof WatchEvent.Resync resync) {
      return new GroupChange.Missing<>(resync.fromIndex(), resync.nextIndex());
    }
    WatchEvent.Executed executed = (WatchEvent.Executed) event;
    Command command = executed.command();
    long index = executed.position().index();
    try {
      C read = commands.decode(command.command(), command.parameters());
      return new GroupChange.Executed<>(
          index,
          executed.timeMillis(),
          command.uid(),
          read,
          executed.answer().map(it -> outcomeOf(read, it)));
    } catch (CodecException e) {
      return new GroupChange.Unreadable<>(
          index, command.uid(), command.command(), String.valueOf(e.getMessage()));
    }
  }

  /** Shows and changes the members of the group through this client, as long as it is open. */
  public GroupAdmin admin() {
    return client.admin();
  }

  /**
   * Ends all waiting calls and frees everything; called on a thread of this client, it returns
   * before the last is freed.
   */
  @Override
  public void close() {
    client.close();
  }

  private static void requireCommand(@Nullable Object command) {
    if (command == null) {
      throw new NullPointerException(
          "the command is null; pass a command or a query of the group's command type");
    }
  }

  private void refuseOnOwnThread() {
    if (client.isOwnThread()) {
      throw new IllegalStateException(
          "this thread completes the stages of this client and would wait for itself; use submit or"
              + " submitAgain here, or come here by another thread, as with thenAcceptAsync");
    }
  }

  private Outcome<R> outcomeOf(C command, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed executed) {
      return outcomeOf(command, executed.answer());
    } else if (outcome instanceof CommandOutcome.Refused refused) {
      return new Outcome.Refused<>(refused.reason(), refused.detail());
    } else {
      return new Outcome.Unknown<>(outcome.uid(), ((CommandOutcome.Unknown) outcome).detail());
    }
  }

  private Outcome<R> outcomeOf(C query, ReadOutcome<Answer> outcome) {
    if (outcome instanceof ReadOutcome.Found<Answer> found) {
      return outcomeOf(query, found.value());
    } else if (outcome instanceof ReadOutcome.Unavailable<Answer> unavailable) {
      return new Outcome.Refused<>(unavailable.reason(), unavailable.detail());
    } else {
      return new Outcome.Rejected<>("the group answers no queries");
    }
  }

  private Reading<R> readingOf(C query, ReadOutcome<Answer> outcome) {
    StateVersion state =
        outcome instanceof ReadOutcome.Found<Answer> found ? found.state() : StateVersion.UNKNOWN;
    return new Reading<>(outcomeOf(query, outcome), state);
  }

  private Outcome<R> outcomeOf(C command, Answer answer) {
    if (!answer.success()) {
      Rejection rejection = Rejection.of(answer.value().orElseGet(() -> Bytes.utf8(answer.text())));
      return new Outcome.Rejected<>(rejection.reason(), rejection.code());
    }
    if (answer.value().isEmpty()) {
      return new Outcome.DoneWithoutResult<>(
          "executed, but its result is not kept: that was too long ago, or the result could not be"
              + " written, and the servers' logs say why");
    }
    Bytes result = answer.value().get();
    try {
      return new Outcome.Done<>(results.of(command).decode(result));
    } catch (CodecException e) {
      return new Outcome.DoneWithoutResult<>(
          "executed, but the "
              + result.size()
              + " bytes of its result are no result of this version: "
              + e.getMessage());
    }
  }
}
