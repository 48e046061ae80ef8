package dev.flotilla.systemtests.faults;

import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.RotatingKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Draws what clients ask for: reads, writes of values that nobody else writes, and additions to
 * counters. Amounts are even and drawn from so many that a sum tells which were added, and how
 * often. Any thread may call.
 */
final class PairWorkload implements RecordingClient.Drawn<PairCommand, History.Answer> {
  private static final int KEYS_AT_A_TIME = 4;
  private static final int COUNTERS_AT_A_TIME = 2;
  private static final long MAX_AMOUNT = 1L << 40;

  private final RotatingKeys keys = new RotatingKeys("k", KEYS_AT_A_TIME);
  private final RotatingKeys counters = new RotatingKeys("c", COUNTERS_AT_A_TIME);
  private final Map<String, Optional<String>> seen = new ConcurrentHashMap<>();

  @Override
  public PairCommand next(RandomGenerator random) {
    int kind = random.nextInt(100);
    if (kind < 30) {
      return PairCommand.add(counters.next(random), amount(random));
    } else if (kind < 40) {
      return PairCommand.get(counters.next(random));
    }
    String value = "v" + keys.nextNumber();
    String key = keys.draw(random);
    if (kind < 60) {
      return PairCommand.get(key);
    } else if (kind < 80) {
      return PairCommand.put(key, value);
    } else if (kind < 95) {
      Optional<String> expected = seen.getOrDefault(key, Optional.empty());
      return PairCommand.compareAndSet(key, expected, value);
    }
    return PairCommand.delete(key);
  }

  /** From which the next expectation comes. */
  @Override
  public void saw(PairCommand command, History.Answer answer) {
    switch (command.op()) {
      case "get" -> seen.put(command.key(), answer.text());
      case "put", "compare-and-set" -> seen.put(command.key(), command.value());
      default -> {}
    }
  }

  /** Every key that any command may have gone to. */
  List<String> keys() {
    return Stream.concat(keys.all().stream(), counters.all().stream()).toList();
  }

  static long amount(RandomGenerator random) {
    return 2 * random.nextLong(1, MAX_AMOUNT / 2);
  }
}
