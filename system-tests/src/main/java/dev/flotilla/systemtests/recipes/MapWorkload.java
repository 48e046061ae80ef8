package dev.flotilla.systemtests.recipes;

import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.RotatingKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Draws what one client asks of a map. Used by one step of the client after another. */
final class MapWorkload implements RecordingClient.Drawn<MapStep, RecipeSeen> {
  private static final int ONE_IN_SO_MANY_IS_WRONG = 10;

  /** Where many write, a value is replaced soon: what ends later than that is never missed. */
  private static final int EARLY_PART = 75;

  private final RotatingKeys pairs;
  private final AtomicLong values;
  private final long ttlMillis;
  private final Planted.Fault planted;
  private final Map<String, String> lastSeen = new HashMap<>();

  /**
   * Prepares a client.
   *
   * @param pairs of all clients
   * @param values counts what all clients write
   * @param planted what the client does wrong, and does not say in the history
   */
  MapWorkload(RotatingKeys pairs, AtomicLong values, long ttlMillis, Planted.Fault planted) {
    this.pairs = pairs;
    this.values = values;
    this.ttlMillis = ttlMillis;
    this.planted = planted;
  }

  @Override
  public MapStep next(RandomGenerator random) {
    long unused = pairs.nextNumber();
    String pair = pairs.draw(random);
    String field = random.nextBoolean() ? "a" : "b";
    String value = "v" + values.incrementAndGet();
    boolean isWrong = random.nextInt(ONE_IN_SO_MANY_IS_WRONG) == 0;
    return switch (random.nextInt(5)) {
      case 0 -> MapStep.put(pair, field, value);
      case 1 -> {
        boolean isEarly = isWrong && planted == Planted.Fault.MAP_LEASE;
        yield MapStep.putFor(pair, field, value, isEarly ? ttlMillis / EARLY_PART : ttlMillis);
      }
      case 2 -> {
        boolean isChecked = !isWrong || planted != Planted.Fault.MAP_TRANSACTION;
        yield MapStep.move(pair, field, lastSeen(pair, field), value, isChecked);
      }
      default -> MapStep.read(pair);
    };
  }

  /** A value that this client has read; one that nobody wrote before. */
  private String lastSeen(String pair, String field) {
    String both = lastSeen.getOrDefault(pair, "-|-");
    String one = List.of(both.split("\\|", -1)).get(field.equals("a") ? 0 : 1);
    return one.startsWith("=") ? one.substring(1) : "none";
  }

  @Override
  public void saw(MapStep step, RecipeSeen seen) {
    seen.result().ifPresent(both -> lastSeen.put(step.pair(), both));
  }
}
