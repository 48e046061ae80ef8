package dev.flotilla.bdb;

import dev.flotilla.bdb.KeyValueText.Held;
import dev.flotilla.bdb.pairs.KeyValuePair;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store in a few lines, and commands that are a function of a seed and their index.
 * Bytes are characters of Latin-1, which sort alike.
 */
final class KeyValueModel {
  private static final int LARGE_BYTES = 3_000;

  final TreeMap<String, String> pairs = new TreeMap<>();
  private final long seed;
  private final int keys;

  /** What a command does, however it is written. */
  private record Step(String kind, String key, @Nullable String expected, @Nullable String next) {}

  KeyValueModel(long seed, int keys) {
    this.seed = seed;
    this.keys = keys;
  }

  List<CommittedCommand> commands(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(this::command).toList();
  }

  CommittedCommand command(long index) {
    Step step = step(index);
    Bytes key = bytes(step.key);
    KeyValueText.Operation operation =
        switch (step.kind) {
          case "put" -> KeyValueText.put(key, bytes(Objects.requireNonNull(step.next)));
          case "delete" -> KeyValueText.delete(key);
          case "add" -> KeyValueText.add(key, Long.parseLong(Objects.requireNonNull(step.next)));
          default ->
              KeyValueText.compareAndSet(
                  key,
                  Optional.ofNullable(step.expected).map(KeyValueModel::bytes),
                  Optional.ofNullable(step.next).map(KeyValueModel::bytes));
        };
    String uid = new UUID(seed, index).toString();
    return new CommittedCommand(
        new LogPosition(index, 1 + index / 100),
        new Command(uid, operation.command(), operation.parameters()));
  }

  /** Executes a command here, and checks what the store has answered. */
  void execute(long index, Result answered) {
    Step step = step(index);
    String before = pairs.get(step.key);
    String problem = problem(step, before);
    if (problem.isEmpty()) {
      String next = step.kind.equals("add") ? sum(before, step) : step.next;
      requireAnswer(index, answered.success(), answered);
      if (step.kind.equals("add")) {
        requireAnswer(index, answered.value().equals(bytes(String.valueOf(next))), answered);
      } else {
        requireAnswer(index, KeyValueText.held(answered.value()).equals(told(before)), answered);
      }
      set(step.key, next);
    } else {
      requireAnswer(
          index,
          !answered.success()
              && KeyValueText.rejection(answered.value()).error().code().equals(problem),
          answered);
    }
  }

  /** What the store holds, by its queries. */
  static Map<String, String> contents(KeyValueStore store) {
    Map<String, String> found = new TreeMap<>();
    Bytes from = Bytes.EMPTY;
    for (boolean more = true; more; ) {
      KeyValueText.Page page =
          KeyValueText.page(store.query(KeyValueText.list(from, Bytes.EMPTY, 10_000)).value());
      page.pairs().forEach(pair -> found.put(text(pair.key()), text(pair.value())));
      more = page.next().isPresent();
      from = page.next().orElse(Bytes.EMPTY);
    }
    long count = KeyValueText.number(store.query(KeyValueText.count()).value());
    if (count != found.size()) {
      throw new AssertionError(found.size() + " pairs are listed, and " + count + " counted");
    }
    return found;
  }

  /** What a snapshot holds. */
  static Map<String, String> contents(byte[] snapshot) throws IOException {
    Map<String, String> found = new TreeMap<>();
    List<KeyValuePair> read = new ArrayList<>();
    KeyValueStream.read(new ByteArrayInputStream(snapshot), read::addAll, leases -> {});
    for (KeyValuePair each : read) {
      found.put(text(Bytes.wrap(each.key())), text(Bytes.wrap(each.value())));
    }
    return found;
  }

  private Step step(long index) {
    Random random = new Random(seed * 31 + index);
    random.nextInt();
    String key = "k" + (char) random.nextInt(256) + random.nextInt(Math.max(1, keys / 200));
    int kind = random.nextInt(100);
    if (kind < 45) {
      return new Step("put", key, null, value(random));
    }
    if (kind < 65) {
      return new Step("delete", key, null, null);
    }
    if (kind < 80) {
      return new Step("add", key, null, Long.toString(random.nextLong() >> random.nextInt(64)));
    }
    return new Step(
        "compare-and-set",
        key,
        random.nextInt(3) == 0 ? null : smallValue(random),
        random.nextInt(3) == 0 ? null : smallValue(random));
  }

  private static String value(Random random) {
    int kind = random.nextInt(10);
    if (kind < 5) {
      return smallValue(random);
    }
    int bytes = kind == 9 ? LARGE_BYTES : random.nextInt(60);
    StringBuilder value = new StringBuilder();
    while (value.length() < bytes) {
      value.append((char) random.nextInt(256));
    }
    return value.toString();
  }

  private static String smallValue(Random random) {
    return random.nextBoolean() ? "7" : random.nextBoolean() ? "" : "\t\\-" + random.nextInt(2);
  }

  private static String problem(Step step, @Nullable String before) {
    if (step.kind.equals("compare-and-set")) {
      return Objects.equals(before, step.expected) ? "" : "comparison-failed";
    }
    if (!step.kind.equals("add") || before == null) {
      return "";
    }
    if (!before.matches("0|-?[1-9][0-9]{0,18}")) {
      return "not-a-counter";
    }
    try {
      sum(before, step);
      return "";
    } catch (ArithmeticException e) {
      return "overflow";
    }
  }

  private static String sum(@Nullable String before, Step step) {
    long amount = Long.parseLong(Objects.requireNonNull(step.next));
    return Long.toString(Math.addExact(before == null ? 0 : Long.parseLong(before), amount));
  }

  private static Held told(@Nullable String before) {
    if (before == null) {
      return new Held.Absent();
    }
    return before.length() > 1_024
        ? new Held.Large(before.length())
        : new Held.Value(bytes(before));
  }

  private void set(String key, @Nullable String value) {
    if (value == null) {
      pairs.remove(key);
    } else {
      pairs.put(key, value);
    }
  }

  private static void requireAnswer(long index, boolean holds, Result answered) {
    if (!holds) {
      throw new AssertionError(
          "command " + index + " was answered " + answered.success() + " " + answered.value());
    }
  }

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String text(Bytes bytes) {
    return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
  }
}
