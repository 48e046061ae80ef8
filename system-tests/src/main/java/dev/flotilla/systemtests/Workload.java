package dev.flotilla.systemtests;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Draws what clients ask for: about as many reads as writes, nearly all on a few lists, so that
 * clients meet. The lists change with time, since long ones are slow to write down. Any thread may
 * call.
 */
public final class Workload implements RecordingClient.Drawn<ListCommand, ListContents> {
  private static final int LISTS_AT_A_TIME = 4;

  private final RotatingKeys keys = new RotatingKeys("k", LISTS_AT_A_TIME);
  private final Map<String, Integer> lengths = new ConcurrentHashMap<>();

  /** What to ask next; its values are those of nothing drawn before. */
  @Override
  public ListCommand next(RandomGenerator random) {
    long number = keys.nextNumber();
    String key = keys.draw(random);
    int kind = random.nextInt(100);
    if (kind < 45) {
      return new ListCommand.Get(key);
    } else if (kind < 85) {
      return new ListCommand.Append(key, number);
    } else {
      return new ListCommand.AppendAt(key, lengths.getOrDefault(key, 0), number);
    }
  }

  /** From which the next expectation of a length comes. */
  @Override
  public void saw(ListCommand command, ListContents contents) {
    lengths.put(command.key(), contents.values().size());
  }

  /** Every list that any command may have gone to. */
  public List<String> keys() {
    return keys.all();
  }
}
