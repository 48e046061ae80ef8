package dev.flotilla.systemtests.endurance;

import dev.flotilla.FlotillaException;
import dev.flotilla.bdb.KeyValueClient;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.Writers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Clients that keep so many commands in flight until so many are acknowledged. One in a hundred
 * adds 1 to a counter of its client's own, the others put a value to a key that is drawn: 100 bytes
 * of parameters each.
 *
 * <p>Any thread; the work is done on the clients' own.
 */
final class PairLoad implements AutoCloseable {
  private static final int CLIENTS = 4;
  private static final int PARAMETER_BYTES = 100;
  private static final int ADD_ONE_IN = 100;
  private static final int KEYS_FILLED_AT_A_TIME = 256;
  private static final String SERVED_KEY = "served";
  private static final int FILL_ATTEMPTS = 10;
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int ATTEMPT_TIMEOUT_MILLIS = 10_000;
  private static final long RETRY_MILLIS = 50;
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS);

  /**
   * How much it is.
   *
   * @param commands in all
   * @param keys on so many keys, beside the counters
   * @param inFlight so many at a time
   */
  record Size(long commands, int keys, int inFlight) {}

  private final Size size;

  /** What was put to each key by the latest {@link #fill}. */
  private final Map<String, String> filled = new TreeMap<>();

  /** With the usual patience. */
  private final KeyValueClient<String, String> observer;

  private final List<GroupClient> clients = new ArrayList<>();
  private final List<Tally> tallies = new ArrayList<>();
  private final Writers writers = new Writers(0);
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  /** What one client knows of its counter. */
  private static final class Tally {
    private final AtomicLong added = new AtomicLong();
    private final AtomicLong maybeAdded = new AtomicLong();
  }

  private PairLoad(Size size, KeyValueClient<String, String> observer) {
    this.size = size;
    this.observer = observer;
  }

  /** Connects the clients. */
  static PairLoad connect(String group, Size size) throws IOException {
    PairLoad load = new PairLoad(size, KeyValueClient.connect(group));
    try {
      for (int i = 0; i < CLIENTS; i++) {
        load.clients.add(DpwsGroupClient.connect(patient(group)));
        load.tallies.add(new Tally());
      }
      return load;
    } catch (IOException | RuntimeException e) {
      load.close();
      throw e;
    }
  }

  /** On a busy machine an answer may take its time. */
  private static ClientSettings patient(String group) {
    return ClientSettings.of(group)
        .withTimeout(Duration.ofMillis(TIMEOUT_MILLIS))
        .withAttemptTimeout(Duration.ofMillis(ATTEMPT_TIMEOUT_MILLIS));
  }

  /**
   * Puts a value to every key that {@link #lost} will ask for; nothing else may be under way.
   *
   * @throws IOException if one of them is not acknowledged
   */
  void fill() throws IOException {
    for (int key = 0; key < size.keys(); key += KEYS_FILLED_AT_A_TIME) {
      fill(IntStream.range(key, Math.min(size.keys(), key + KEYS_FILLED_AT_A_TIME)).boxed());
    }
  }

  private void fill(Stream<Integer> keys) throws IOException {
    // The same value at each attempt: that of an unknown outcome may be executed later.
    Map<Integer, String> left = new TreeMap<>();
    keys.forEach(key -> left.put(key, value(key)));
    for (int attempt = 0; !left.isEmpty(); attempt++) {
      if (attempt == FILL_ATTEMPTS) {
        throw new IOException(left.size() + " keys could not be put, as " + left.keySet());
      }
      Map<Integer, CompletableFuture<CommandOutcome>> ends = new TreeMap<>();
      left.forEach((key, value) -> ends.put(key, submit(key % CLIENTS, put(key, value))));
      ends.forEach(
          (key, end) -> {
            if (end.join() instanceof CommandOutcome.Executed) {
              filled.put(name(key), Objects.requireNonNull(left.remove(key)));
            }
          });
    }
  }

  /** Begins; the commands go on by themselves. */
  void begin() {
    for (int i = 0; i < size.inFlight(); i++) {
      int client = i % CLIENTS;
      writers.start(number -> write(client));
    }
  }

  long acknowledged() {
    return writers.count(Writers.End.ACKNOWLEDGED);
  }

  boolean isDone() {
    return done.isDone();
  }

  /**
   * Waits until all are acknowledged, or for a while.
   *
   * @throws IOException if a command was answered as it must not be
   */
  void awaitDone(Duration atMost) throws IOException, InterruptedException {
    try {
      done.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (TimeoutException e) {
      // The next look is due.
    }
  }

  /**
   * Waits for the outcome of every command, when all are acknowledged, since there is always a next
   * one before.
   *
   * @throws IOException if that takes longer than clients wait
   */
  void awaitQuiet() throws IOException, InterruptedException {
    writers.stop();
  }

  /** What did not go by the book. */
  String others() {
    return String.format(
        Locale.ROOT,
        "%,d refused, %,d unknown",
        writers.count(Writers.End.REFUSED),
        writers.count(Writers.End.UNKNOWN));
  }

  /** Tries to have one command acknowledged, for ten seconds. */
  void awaitAcknowledgement() throws IOException {
    try {
      boolean unused = observer.put(SERVED_KEY, "");
    } catch (FlotillaException e) {
      throw new IOException("no command is acknowledged: " + e.getMessage(), e);
    }
  }

  /**
   * Compares counters, keys, and what every key was filled with, with what is there; empty if
   * nothing is lost.
   */
  String lost() {
    long keys = observer.count();
    if (keys < size.keys() + 1 || keys > size.keys() + 1 + CLIENTS) {
      return String.format(
          Locale.ROOT,
          "%,d keys and %s counters were put, and there are %,d",
          size.keys() + 1,
          CLIENTS,
          keys);
    }
    for (int i = 0; i < CLIENTS; i++) {
      long counted = observer.get(counterKey(i)).map(Long::parseLong).orElse(0L);
      long added = tallies.get(i).added.get();
      long most = added + tallies.get(i).maybeAdded.get();
      if (counted < added || counted > most) {
        return String.format(
            Locale.ROOT,
            "counter %s is %,d, and %,d to %,d additions were made",
            i,
            counted,
            added,
            most);
      }
    }
    return lostValues();
  }

  private String lostValues() {
    Map<String, String> left = new TreeMap<>(filled);
    observer.list("").forEach(pair -> left.remove(pair.key(), pair.value()));
    return left.isEmpty()
        ? ""
        : "%s keys have not what was put to them last, as %s"
            .formatted(left.size(), left.keySet().iterator().next());
  }

  private CompletionStage<Writers.End> write(int client) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    boolean isAdd = random.nextInt(ADD_ONE_IN) == 0;
    int key = random.nextInt(size.keys());
    KeyValueText.Operation operation =
        isAdd ? KeyValueText.add(Bytes.utf8(counterKey(client)), 1) : put(key, value(key));
    return submit(client, operation)
        .thenApply(outcome -> ended(client, isAdd, outcome))
        .exceptionally(
            failure -> {
              done.completeExceptionally(failure);
              return Writers.End.UNKNOWN;
            })
        .thenCompose(
            end ->
                end == Writers.End.ACKNOWLEDGED
                    ? CompletableFuture.completedFuture(end)
                    : CompletableFuture.supplyAsync(() -> end, LATER));
  }

  private Writers.End ended(int client, boolean isAdd, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed executed) {
      if (!executed.answer().success()) {
        done.completeExceptionally(new IOException("rejected: " + executed.answer().text()));
      }
      if (isAdd) {
        tallies.get(client).added.incrementAndGet();
      }
      if (acknowledged() + 1 >= size.commands()) {
        writers.leave();
        done.complete(null);
      }
      return Writers.End.ACKNOWLEDGED;
    } else if (outcome instanceof CommandOutcome.Refused) {
      return Writers.End.REFUSED;
    }
    if (isAdd) {
      tallies.get(client).maybeAdded.incrementAndGet();
    }
    return Writers.End.UNKNOWN;
  }

  private CompletableFuture<CommandOutcome> submit(int client, KeyValueText.Operation operation) {
    return clients.get(client).submit(operation.command(), operation.parameters());
  }

  private static KeyValueText.Operation put(int key, String value) {
    return KeyValueText.put(Bytes.utf8(name(key)), Bytes.utf8(value));
  }

  /** Drawn, so that the parameters have the right size: key, tab and value. */
  private static String value(int key) {
    StringBuilder value = new StringBuilder(PARAMETER_BYTES);
    while (name(key).length() + 1 + value.length() < PARAMETER_BYTES) {
      value.append((char) ('a' + ThreadLocalRandom.current().nextInt(26)));
    }
    return value.toString();
  }

  private static String name(int key) {
    return String.format(Locale.ROOT, "key-%07d", key);
  }

  private static String counterKey(int client) {
    return "counter-" + client;
  }

  @Override
  public void close() {
    clients.forEach(GroupClient::close);
    observer.close();
  }
}
