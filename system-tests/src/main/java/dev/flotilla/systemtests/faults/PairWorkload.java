package dev.flotilla.systemtests.faults;

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
final class PairWorkload implements RecordingClient.Drawn<PairCommand, PairAnswer> {
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
      return new PairCommand.Add(nextCounter(random), amount(random));
    } else if (kind < 40) {
      return new PairCommand.Get(nextCounter(random));
    }
    String value = "v" + keys.nextNumber();
    String key = keys.draw(random);
    if (kind < 60) {
      return new PairCommand.Get(key);
    } else if (kind < 80) {
      return new PairCommand.Put(key, value);
    } else if (kind < 95) {
      Optional<String> expected = seen.getOrDefault(key, Optional.empty());
      return new PairCommand.CompareAndSet(key, expected, value);
    }
    return new PairCommand.Delete(key);
  }

  /** From which the next expectation comes. */
  @Override
  public void saw(PairCommand command, PairAnswer answer) {
    if (command instanceof PairCommand.Get) {
      seen.put(command.key(), answer.text());
    } else if (command instanceof PairCommand.Put put) {
      seen.put(put.key(), Optional.of(put.value()));
    } else if (command instanceof PairCommand.CompareAndSet set) {
      seen.put(set.key(), Optional.of(set.value()));
    }
  }

  /** Every key that any command may have gone to. */
  List<String> keys() {
    return Stream.concat(keys.all().stream(), counters.all().stream()).toList();
  }

  static long amount(RandomGenerator random) {
    return 2 * random.nextLong(1, MAX_AMOUNT / 2);
  }

  private String nextCounter(RandomGenerator random) {
    counters.nextNumber();
    return counters.draw(random);
  }
}
