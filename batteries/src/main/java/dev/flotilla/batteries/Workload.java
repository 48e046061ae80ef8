package dev.flotilla.batteries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Draws what clients ask for: about as many reads as writes, nearly all on a few lists, so that
 * clients meet. The lists change with time, since long ones are slow to write down; one in ten
 * commands goes to one of the earlier ones. Any thread may call.
 */
final class Workload {
  private static final int LISTS_AT_A_TIME = 4;
  private static final int COMMANDS_PER_SET_OF_LISTS = 600;

  private final AtomicLong drawn = new AtomicLong();
  private final Map<String, Integer> lengths = new ConcurrentHashMap<>();

  /** What to ask next; its values are those of nothing drawn before. */
  ListCommand next(RandomGenerator random) {
    long number = drawn.incrementAndGet();
    String key = key(number, random);
    int kind = random.nextInt(100);
    if (kind < 45) {
      return new ListCommand.Get(key);
    } else if (kind < 85) {
      return new ListCommand.Append(key, number);
    } else {
      return new ListCommand.AppendAt(key, lengths.getOrDefault(key, 0), number);
    }
  }

  /** Tells what was seen, from which the next expectation of a length comes. */
  void saw(String key, int length) {
    lengths.put(key, length);
  }

  /** Every list that any command may have gone to. */
  List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < listsUntil(drawn.get()); i++) {
      keys.add("k" + i);
    }
    return keys;
  }

  private static String key(long number, RandomGenerator random) {
    int lists = listsUntil(number);
    int back = random.nextInt(10) == 0 ? lists : LISTS_AT_A_TIME;
    return "k" + (lists - 1 - random.nextInt(back));
  }

  private static int listsUntil(long number) {
    return (int) (number / COMMANDS_PER_SET_OF_LISTS + 1) * LISTS_AT_A_TIME;
  }
}
