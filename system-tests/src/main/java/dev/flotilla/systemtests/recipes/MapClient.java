package dev.flotilla.systemtests.recipes;

import dev.flotilla.Outcome;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.bdb.KeyValueText.Operation;
import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.RotatingKeys;
import dev.flotilla.systemtests.faults.PairCommand;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * One client of a map: draws what it asks, and asks it. The end of each lease is an operation of
 * the history, too: it happens between its earliest end and the moment at which a transaction has
 * found the value gone.
 *
 * <p><b>Thread.</b> One step after another; ends of leases on any.
 */
final class MapClient implements RecordingClient.Drawn<PairCommand, History.Answer> {
  private static final Duration TTL = Duration.ofMillis(1_500);
  private static final int BEFORE_END_PERCENT = 90;
  private static final long SLOW_NANOS = 100_000_000;
  private static final int ONE_IN_SO_MANY_IS_WRONG = 10;

  /** Where many write, a value is replaced soon: what ends later than that is never missed. */
  private static final int EARLY_PART = 75;

  /**
   * What all clients of a history draw from.
   *
   * @param pairs of keys
   * @param values counts what they write
   */
  record Names(RotatingKeys pairs, AtomicLong values) {
    Names() {
      this(new RotatingKeys("pair-", 4), new AtomicLong());
    }
  }

  private final GroupClient client;
  private final Names names;
  private final Planted.Fault planted;
  private final History history;
  private final EndedLeases ends = new EndedLeases();
  private final Map<String, String> lastSeen = new HashMap<>();

  /**
   * Prepares a client.
   *
   * @param planted what the client does wrong, and does not say in the history
   */
  MapClient(GroupClient client, Names names, Planted.Fault planted, History history) {
    this.client = client;
    this.names = names;
    this.planted = planted;
    this.history = history;
  }

  @Override
  public PairCommand next(RandomGenerator random) {
    String pair = names.pairs().next(random);
    String field = random.nextBoolean() ? "a" : "b";
    String value = "v" + names.values().incrementAndGet();
    boolean isWrong = random.nextInt(ONE_IN_SO_MANY_IS_WRONG) == 0;
    return switch (random.nextInt(5)) {
      case 0 -> {
        Operation put = KeyValueText.put(key(pair, field), Bytes.utf8(value));
        yield step(pair, "put", Optional.of(field + ":" + value), put);
      }
      case 1 -> {
        boolean isEarly = isWrong && planted == Planted.Fault.MAP_LEASE;
        long millis = isEarly ? TTL.toMillis() / EARLY_PART : TTL.toMillis();
        Operation put = KeyValueText.putFor(key(pair, field), Bytes.utf8(value), millis);
        yield step(pair, "put", Optional.of(field + ":" + value), put);
      }
      case 2 -> {
        boolean isChecked = !isWrong || planted != Planted.Fault.MAP_TRANSACTION;
        yield move(pair, field, lastSeen(pair, field), value, isChecked);
      }
      default -> read(pair);
    };
  }

  private static PairCommand step(
      String pair, String op, Optional<String> value, Operation operation) {
    return new PairCommand(pair, op, value, List.of(), Optional.of(operation));
  }

  /** Reads both keys of a pair in one transaction. */
  private static PairCommand read(String pair) {
    String lines = "then\tget\t%s/a\nthen\tget\t%s/b".formatted(pair, pair);
    return step(pair, "read", Optional.empty(), transaction(lines));
  }

  /** Removes one and sets the other, if the first has the expected value. */
  private static PairCommand move(
      String pair, String from, String expected, String value, boolean isChecked) {
    String to = from.equals("a") ? "b" : "a";
    String condition = isChecked ? "if\t%s/%s\t=%s\n".formatted(pair, from, expected) : "";
    String lines =
        condition
            + "then\tdelete\t%s/%s\nthen\tput\t%s/%s\t%s".formatted(pair, from, pair, to, value);
    String move = from + ":" + expected + ":" + value;
    return step(pair, "move", Optional.of(move), transaction(lines));
  }

  private static Operation transaction(String lines) {
    return new Operation("transaction", Bytes.utf8(lines));
  }

  private static Bytes key(String pair, String field) {
    return Bytes.utf8(pair + "/" + field);
  }

  /** A value that this client has read; one that nobody wrote before. */
  private String lastSeen(String pair, String field) {
    String both = lastSeen.getOrDefault(pair, "-|-");
    String one = List.of(both.split("\\|", -1)).get(field.equals("a") ? 0 : 1);
    return one.startsWith("=") ? one.substring(1) : "none";
  }

  @Override
  public void saw(PairCommand step, History.Answer seen) {
    seen.text().ifPresent(both -> lastSeen.put(step.key(), both));
  }

  CompletionStage<Outcome<History.Answer>> ask(PairCommand step) {
    long sentNanos = System.nanoTime();
    return submit(step)
        .thenApply(
            end -> {
              Outcome<History.Answer> seen = seen(step, end);
              if (operation(step).command().equals("put-for")) {
                expect(step, seen, sentNanos);
              }
              return seen;
            });
  }

  /** What may still be executed ends nobody knows when. */
  private void expect(PairCommand leased, Outcome<History.Answer> seen, long sentNanos) {
    if (seen instanceof Outcome.Done) {
      CompletableFuture<Void> ended = ends.next();
      long millis = TTL.toMillis() * BEFORE_END_PERCENT / 100;
      EndedLeases.later(millis, () -> readBeforeTheEnd(leased));
      EndedLeases.later(2 * TTL.toMillis(), () -> look(leased, sentNanos, ended));
    } else if (!(seen instanceof Outcome.Refused)) {
      addEnd(leased, sentNanos, History.End.UNKNOWN);
    }
  }

  CompletionStage<Outcome<History.Answer>> askAgain(PairCommand step, String uid) {
    Operation again = operation(step);
    return client
        .insertAgain(
            new Command(uid, again.command(), again.parameters()), KeyValueStore.COMMANDS_VERSION)
        .thenApply(end -> seen(step, end));
  }

  private CompletableFuture<CommandOutcome> submit(PairCommand step) {
    Operation operation = operation(step);
    return client.submit(
        operation.command(), operation.parameters(), null, KeyValueStore.COMMANDS_VERSION);
  }

  private static Operation operation(PairCommand step) {
    return step.change().orElseThrow();
  }

  private static Outcome<History.Answer> seen(PairCommand step, CommandOutcome end) {
    if (end instanceof CommandOutcome.Executed executed) {
      return operation(step).command().equals("transaction")
          ? seenOf(step, executed.answer())
          : new Outcome.Done<>(History.Answer.result(Optional.empty()));
    } else if (end instanceof CommandOutcome.Refused refused) {
      return new Outcome.Refused<>(refused.reason(), refused.detail());
    }
    return new Outcome.Unknown<>(end.uid(), ((CommandOutcome.Unknown) end).detail());
  }

  private static Outcome<History.Answer> seenOf(PairCommand step, Answer answer) {
    if (answer.value().isEmpty()) {
      return new Outcome.DoneWithoutResult<>("its result is not kept");
    }
    List<String> lines = answer.text().lines().toList();
    if (lines.get(0).equals("else")) {
      return new Outcome.Rejected<>("it has another value");
    }
    return new Outcome.Done<>(
        History.Answer.result(
            step.op().equals("read")
                ? Optional.of(lines.get(1) + "|" + lines.get(2))
                : Optional.empty()));
  }

  /**
   * Shows a lease that ends too early, also of what nobody writes or reads any more. Slow reads are
   * left out: many at the same time take a checker long, and show little.
   */
  private void readBeforeTheEnd(PairCommand leased) {
    PairCommand read = read(leased.key());
    long called = System.nanoTime();
    var unused =
        submit(read)
            .thenAccept(
                end -> {
                  if (System.nanoTime() - called < SLOW_NANOS) {
                    history.add(history.nextClient(), read, called, seen(read, end));
                  }
                });
  }

  private void look(PairCommand leased, long sentNanos, CompletableFuture<Void> ended) {
    String value = leased.value().orElseThrow().split(":", -1)[1];
    PairCommand read = read(leased.key());
    var unused =
        submit(read)
            .thenAccept(
                end -> {
                  boolean isGone =
                      seen(read, end) instanceof Outcome.Done<History.Answer> done
                          && !List.of(done.result().text().orElse("").split("\\|", -1))
                              .contains("=" + value);
                  if (isGone) {
                    addEnd(leased, sentNanos, History.End.DONE);
                    ended.complete(null);
                  } else {
                    EndedLeases.later(
                        EndedLeases.RETRY_MILLIS, () -> look(leased, sentNanos, ended));
                  }
                });
  }

  private void addEnd(PairCommand leased, long sentNanos, History.End end) {
    history.add(
        history.nextClient(),
        step(leased.key(), "expire", leased.value(), operation(leased)),
        EndedLeases.earliestNanos(sentNanos, TTL.toNanos()),
        end);
  }

  /** Completes when all its leases have ended; after the last step. */
  CompletableFuture<Void> finish() {
    return ends.all();
  }
}
