package dev.flotilla.bdb;

import dev.flotilla.CommandRejected;
import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.GroupChange;
import dev.flotilla.Outcome;
import dev.flotilla.Reading;
import dev.flotilla.bdb.KeyValueText.Held;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadFrom;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A map that a group keeps in its {@link KeyValueStore}s.
 *
 * <pre>{@code
 * try (KeyValueClient<String, Setting> map = KeyValueClient.connect("store", Setting.class)) {
 *   map.put("hall/target", new Setting(21.5));
 *   Optional<Setting> found = map.get("hall/target");
 * }
 * }</pre>
 *
 * <p>Any thread. Each call blocks until the group has answered, for 10 s by default. Reads are
 * linearizable.
 *
 * <p>A call throws {@link KeyValueRejected} if the store rejected it, {@link
 * dev.flotilla.CommandRefused} if it was certainly not executed, and {@link
 * dev.flotilla.OutcomeUnknown} if nobody can tell whether a change was made.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class KeyValueClient<K, V> implements AutoCloseable {
  private final FlotillaClient<KeyValueRequest, Bytes> client;

  private final ValueCodec<K> keys;
  private final ValueCodec<V> values;
  private final LeaseEnds leaseEnds;

  private KeyValueClient(
      FlotillaClient<KeyValueRequest, Bytes> client, ValueCodec<K> keys, ValueCodec<V> values) {
    this.client = client;
    this.keys = keys;
    this.values = values;
    this.leaseEnds = new LeaseEnds(client);
  }

  /**
   * A map of text, in a group on this machine.
   *
   * @throws IOException if this machine cannot be searched
   */
  public static KeyValueClient<String, String> connect(String group) throws IOException {
    return over(
        group, DpwsGroupClient.connect(ClientSettings.of(group)), new TextCodec(), new TextCodec());
  }

  /**
   * A map from text to values of a type, as {@link RecordCodec#forValues} writes them, in a group
   * on this machine.
   *
   * @throws IOException if this machine cannot be searched
   */
  public static <V> KeyValueClient<String, V> connect(String group, Class<V> type)
      throws IOException {
    return over(
        group,
        DpwsGroupClient.connect(ClientSettings.of(group)),
        new TextCodec(),
        RecordCodec.forValues(type));
  }

  /**
   * A map over a connection, such as one to a group on a LAN.
   *
   * @param group its name
   * @param connection to it; closed with the map
   * @param keys writes keys; lists are in the order of its bytes
   * @param values writes values
   */
  public static <K, V> KeyValueClient<K, V> over(
      String group, GroupClient connection, ValueCodec<K> keys, ValueCodec<V> values) {
    Group<KeyValueRequest, Bytes> store =
        Group.named(group, new KeyValueRequest.Codec(), new KeyValueRequest.Answers())
            .version(KeyValueStore.COMMANDS_VERSION, KeyValueRequest.LaterOrder.class);
    return new KeyValueClient<>(store.over(connection), keys, values);
  }

  /** The value of a key; empty if it is absent, or its lease has ended. */
  public Optional<V> get(K key) {
    String[] fields = read(key);
    if (fields.length > 1 && !leaseEnds.isSurelyBefore(Long.parseLong(fields[1]))) {
      endLeases();
      fields = read(key);
    }
    return value(Bytes.utf8(fields[0]));
  }

  /** The value, and when its lease ends if it has one. */
  private String[] read(K key) {
    Bytes encoded = keys.encode(key);
    try {
      return ask(KeyValueText.read(encoded)).toUtf8().split("\t", -1);
    } catch (KeyValueRejected e) {
      if (e.error() != KeyValueError.UNKNOWN_COMMAND) {
        throw e;
      }
      return new String[] {ask(KeyValueText.get(encoded)).toUtf8()}; // A server of version 1.
    }
  }

  /**
   * Removes the keys whose leases have ended. Reads and watches of this client do it when it is
   * needed; log time moves by commands only, so without one nothing ends.
   */
  public void endLeases() {
    leaseEnds.endNow();
  }

  /**
   * Sets a value.
   *
   * @return whether the key had one before
   */
  public boolean put(K key, V value) {
    return wasThere(execute(KeyValueText.put(keys.encode(key), values.encode(value))));
  }

  /**
   * Sets a value that is removed after a time. Another put, of any kind, replaces time and value.
   *
   * @param ttl from 1 ms to ten years, in log time: it stands still while the group has no leader
   * @return whether the key had one before
   */
  public boolean put(K key, V value, Duration ttl) {
    return wasThere(
        execute(KeyValueText.putFor(keys.encode(key), values.encode(value), ttl.toMillis())));
  }

  /** Sets a value that is removed when a lease ends; as {@link #put(Object, Object)}. */
  public boolean put(K key, V value, KeyValueLease lease) {
    return wasThere(
        execute(KeyValueText.putWithLease(keys.encode(key), values.encode(value), lease.id())));
  }

  /**
   * Grants a lease for several keys, which ends after a time unless it is kept.
   *
   * @param ttl from 1 ms to ten years, in log time
   */
  public KeyValueLease lease(Duration ttl) {
    return lease(KeyValueText.number(execute(KeyValueText.grantLease(ttl.toMillis()))));
  }

  /** A lease that was granted before, perhaps by another program. */
  public KeyValueLease lease(long id) {
    return new KeyValueLease(id, () -> keep(id), () -> end(id));
  }

  private boolean keep(long lease) {
    return isThere(() -> execute(KeyValueText.keepLease(lease)));
  }

  /** One command ends a bounded number of keys. */
  private void end(long lease) {
    boolean isThere = true;
    while (isThere) {
      isThere = isThere(() -> execute(KeyValueText.endLease(lease)));
    }
  }

  private static boolean isThere(Supplier<Bytes> command) {
    try {
      Bytes unused = command.get();
      return true;
    } catch (KeyValueRejected e) {
      if (e.error() == KeyValueError.NO_LEASE) {
        return false;
      }
      throw e;
    }
  }

  /** Prepares a transaction. */
  public KeyValueTransaction<K, V> transaction() {
    return new KeyValueTransaction<>(keys, values, this::execute);
  }

  /**
   * Removes a key.
   *
   * @return whether it was there
   */
  public boolean delete(K key) {
    return wasThere(execute(KeyValueText.delete(keys.encode(key))));
  }

  /**
   * Sets a value, or removes the key, if it has the expected value.
   *
   * @param expected empty: the key is absent
   * @param next empty: the key is removed
   * @return whether it had the expected value
   */
  public boolean compareAndSet(K key, Optional<V> expected, Optional<V> next) {
    KeyValueText.Operation operation =
        KeyValueText.compareAndSet(
            keys.encode(key), expected.map(values::encode), next.map(values::encode));
    try {
      Bytes unused = execute(operation);
      return true;
    } catch (KeyValueRejected e) {
      if (e.error() == KeyValueError.COMPARISON_FAILED) {
        return false;
      }
      throw e;
    }
  }

  /** Sets a value if the key is absent; returns whether it was. */
  public boolean putIfAbsent(K key, V value) {
    return compareAndSet(key, Optional.empty(), Optional.of(value));
  }

  /**
   * Adds to a value that is a decimal number of 64 bits, as text; an absent key counts as 0.
   *
   * @return the sum
   */
  public long add(K key, long amount) {
    return KeyValueText.number(execute(KeyValueText.add(keys.encode(key), amount)));
  }

  /** How many keys there are. */
  public long count() {
    return KeyValueText.number(ask(KeyValueText.count()));
  }

  /**
   * All pairs whose keys begin with a prefix, in the order of their bytes. Asks in pages of 1,000:
   * commands go on between two of them. A watch from {@link KeyValuePairs#nextIndex} joins without
   * a gap.
   */
  public KeyValuePairs<K, V> list(K prefix) {
    return list(KeyRange.ofPrefix(keys.encode(prefix)), Integer.MAX_VALUE);
  }

  /**
   * The pairs from one key on and before another.
   *
   * @param from the first key; empty: the first of all
   * @param to the key before which it ends; empty: no end
   * @param limit how many at most
   */
  public KeyValuePairs<K, V> list(Optional<K> from, Optional<K> to, int limit) {
    KeyRange range =
        new KeyRange(
            from.map(keys::encode).orElse(Bytes.EMPTY), to.map(keys::encode).orElse(Bytes.EMPTY));
    return list(range, limit);
  }

  private KeyValuePairs<K, V> list(KeyRange range, int limit) {
    List<Entry<K, V>> all = new ArrayList<>();
    Page page = page(range.from(), range.to(), limit);
    OptionalLong index = page.index();
    while (true) {
      for (KeyValueText.Pair pair : page.text().pairs()) {
        all.add(new Entry<>(decoded(keys, pair.key()), decoded(values, pair.value())));
      }
      Optional<Bytes> next = page.text().next();
      if (next.isEmpty() || all.size() >= limit) {
        return new KeyValuePairs<>(all, index);
      }
      page = page(next.get(), range.to(), limit - all.size());
    }
  }

  /** A page, and the index of the state that had it. */
  private record Page(KeyValueText.Page text, OptionalLong index) {}

  private Page page(Bytes from, Bytes to, int limit) {
    try {
      Bytes question = KeyValueText.pairs(from, to, limit);
      Reading<Bytes> reading = reading(question);
      String[] parts = textOf(reading).split("\n", 2);
      OptionalLong firstEnd = KeyValueText.moment(parts[0]);
      if (firstEnd.isPresent() && !leaseEnds.isSurelyBefore(firstEnd.getAsLong())) {
        endLeases();
        reading = reading(question);
        parts = textOf(reading).split("\n", 2);
      }
      return new Page(KeyValueText.page(Bytes.utf8(parts[1])), reading.state().index());
    } catch (KeyValueRejected e) {
      if (e.error() != KeyValueError.UNKNOWN_COMMAND) {
        throw e;
      }
      Reading<Bytes> reading = reading(KeyValueText.list(from, to, limit)); // Of version 1.
      return new Page(KeyValueText.page(Bytes.utf8(textOf(reading))), reading.state().index());
    }
  }

  private Reading<Bytes> reading(Bytes question) {
    return client.ask(new KeyValueRequest.Question(question), ReadOptions.linearizable()).join();
  }

  private static String textOf(Reading<Bytes> reading) {
    return orRejected(reading.outcome()::orThrow).toUtf8();
  }

  /**
   * A pair.
   *
   * @param key the key
   * @param value its value
   * @param <K> the type of keys
   * @param <V> the type of values
   */
  public record Entry<K, V>(K key, V value) {}

  /**
   * Watches all keys that begin with a prefix, across the loss of servers: without a gap, and
   * {@link KeyValueChange.Dropped} where the group cannot tell any more.
   *
   * @param fromIndex where to go on: {@link KeyValuePairs#nextIndex} of a list, or {@link
   *     KeyValueChange#nextIndex} of the last change that was handled; empty for what changes from
   *     now on
   * @param listener called on a thread of the watch, one change at a time; may block. What it
   *     throws ends the watch
   * @throws IOException if this machine cannot listen for events
   */
  public Watch watch(
      K prefix, OptionalLong fromIndex, Consumer<? super KeyValueChange<K, V>> listener)
      throws IOException {
    Bytes encoded = keys.encode(prefix);
    return watch(KeyRange.ofPrefix(encoded), KeyTopics.ofPrefix(encoded), fromIndex, listener);
  }

  /** Watches one key; otherwise as {@link #watch}. */
  public Watch watchKey(
      K key, OptionalLong fromIndex, Consumer<? super KeyValueChange<K, V>> listener)
      throws IOException {
    Bytes encoded = keys.encode(key);
    return watch(KeyRange.of(encoded), KeyTopics.ofKey(encoded), fromIndex, listener);
  }

  private Watch watch(
      KeyRange range,
      Topics topics,
      OptionalLong fromIndex,
      Consumer<? super KeyValueChange<K, V>> listener)
      throws IOException {
    Consumer<GroupChange<KeyValueRequest, Bytes>> handler =
        change -> deliver(change, range, listener);
    WatchOptions options =
        fromIndex.isPresent() ? WatchOptions.from(fromIndex.getAsLong()) : WatchOptions.now();
    Watch watch = client.watch(options.about(topics).servedBy(ReadFrom.LEADER), handler);
    leaseEnds.plan(0); // The answer says when the next lease ends.
    return watch;
  }

  private void deliver(
      GroupChange<KeyValueRequest, Bytes> change,
      KeyRange range,
      Consumer<? super KeyValueChange<K, V>> listener) {
    if (change instanceof GroupChange.Missing<KeyValueRequest, Bytes> gap) {
      listener.accept(new KeyValueChange.Dropped<>(gap.fromIndex(), gap.nextIndex()));
    } else if (change instanceof GroupChange.Executed<KeyValueRequest, Bytes> executed) {
      KeyValueEffects effects =
          KeyValueEffects.of((KeyValueRequest.Order) executed.command(), executed.outcome());
      long index = executed.index();
      planEnds((KeyValueRequest.Order) executed.command(), executed.outcome());
      if (!effects.isKnown()) {
        listener.accept(new KeyValueChange.Dropped<>(index, index + 1));
      }
      for (KeyValueEffects.Change each : effects.changes()) {
        if (range.has(each.key())) {
          listener.accept(changeOf(index, each));
        }
      }
    }
  }

  /** So that keys go in time that nobody reads. */
  private void planEnds(KeyValueRequest.Order command, Optional<Outcome<Bytes>> outcome) {
    if (!LeaseExecution.isLater(command.name())
        || outcome.isEmpty()
        || !(outcome.get() instanceof Outcome.Done<Bytes> done)) {
      return;
    }
    String[] fields = command.parameters().toUtf8().split("\t", -1);
    switch (command.name()) {
      case LeaseExecution.END_ALL -> leaseEnds.saw(KeyValueText.ended(done.result()));
      case LeaseExecution.PUT_FOR -> leaseEnds.plan(Long.parseLong(fields[2]));
      case LeaseExecution.GRANT -> leaseEnds.plan(Long.parseLong(fields[0]));
      case LeaseExecution.KEEP -> leaseEnds.plan(KeyValueText.number(done.result()));
      default -> {
        // Nothing ends later than what is planned.
      }
    }
  }

  private KeyValueChange<K, V> changeOf(long index, KeyValueEffects.Change change) {
    K key = decoded(keys, change.key());
    return change.value().isPresent()
        ? new KeyValueChange.Put<>(index, key, decoded(values, change.value().get()))
        : new KeyValueChange.Removed<>(index, key);
  }

  private Bytes execute(KeyValueText.Operation operation) {
    return send(operation.request());
  }

  private Bytes ask(Bytes question) {
    return send(new KeyValueRequest.Question(question));
  }

  private Bytes send(KeyValueRequest request) {
    return orRejected(() -> client.execute(request));
  }

  private static Bytes orRejected(Supplier<Bytes> call) {
    try {
      return call.get();
    } catch (CommandRejected e) {
      throw new KeyValueRejected(
          KeyValueText.rejection(Bytes.utf8(String.valueOf(e.getMessage()))));
    }
  }

  private Optional<V> value(Bytes answer) {
    return KeyValueText.held(answer) instanceof Held.Value value
        ? Optional.of(decoded(values, value.value()))
        : Optional.empty();
  }

  private static boolean wasThere(Bytes before) {
    return !(KeyValueText.held(before) instanceof Held.Absent);
  }

  static <T> T decoded(ValueCodec<T> codec, Bytes bytes) {
    try {
      return codec.decode(bytes);
    } catch (CodecException e) {
      throw new IllegalStateException(
          "the store has %s bytes that this codec cannot read: %s; use the codec that wrote them"
              .formatted(bytes.size(), e.getMessage()),
          e);
    }
  }

  /** Closes the connection. Ends watches. */
  @Override
  public void close() {
    leaseEnds.close();
    client.close();
  }
}
