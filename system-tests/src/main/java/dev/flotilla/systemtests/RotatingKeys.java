package dev.flotilla.systemtests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A few keys at a time, others as time goes on, so that the history of each stays short enough to
 * be judged; one in ten commands goes to any of the earlier ones. Any thread may call.
 */
public final class RotatingKeys {
  private static final int COMMANDS_PER_SET_OF_KEYS = 600;

  private final String prefix;
  private final int keysAtATime;
  private final AtomicLong drawn = new AtomicLong();

  /**
   * Begins with the first keys.
   *
   * @param prefix what the name of each begins with
   */
  public RotatingKeys(String prefix, int keysAtATime) {
    this.prefix = prefix;
    this.keysAtATime = keysAtATime;
  }

  /** The number of one more command, from 1 on. */
  public long nextNumber() {
    return drawn.incrementAndGet();
  }

  /** A key for the latest command. */
  public String draw(RandomGenerator random) {
    int keys = keysByNow();
    int back = random.nextInt(10) == 0 ? keys : keysAtATime;
    return prefix + (keys - 1 - random.nextInt(back));
  }

  /** A key for one more command. */
  public String next(RandomGenerator random) {
    long unused = nextNumber();
    return draw(random);
  }

  /** Every key that was drawn, and perhaps some more. */
  public List<String> all() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < keysByNow(); i++) {
      keys.add(prefix + i);
    }
    return keys;
  }

  private int keysByNow() {
    return (int) (drawn.get() / COMMANDS_PER_SET_OF_KEYS + 1) * keysAtATime;
  }
}
