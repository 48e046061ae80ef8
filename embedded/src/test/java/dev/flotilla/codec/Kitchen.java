package dev.flotilla.codec;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** Commands with a component of every kind, and random ones. */
sealed interface Kitchen {
  enum Heat {
    LOW,
    HIGH {
      @Override
      boolean isHot() {
        return true;
      }
    };

    boolean isHot() {
      return false;
    }
  }

  sealed interface Step {
    record Boil(int seconds) implements Step {}

    record Then(List<Step> steps) implements Step {}
  }

  record Numbers(byte b, short s, int i, long l, float f, double d, boolean t, char c)
      implements Kitchen {}

  record Boxes(Byte b, Short s, Integer i, Long l, Float f, Double d, Boolean t, Character c)
      implements Kitchen {}

  record Texts(String text, UUID uuid, Instant at, Duration lasting, Heat heat)
      implements Kitchen {}

  record Parts(
      List<Texts> texts,
      Map<String, List<Integer>> counts,
      Map<Heat, Double> heats,
      Optional<Texts> maybe,
      Optional<List<String>> notes,
      Step step)
      implements Kitchen {}

  record Nothing() implements Kitchen {}

  static Kitchen random(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> numbers(random);
      case 1 -> boxes(random);
      case 2 -> texts(random);
      case 3 ->
          new Parts(
              list(random, () -> texts(random)),
              map(random, Kitchen::text, () -> list(random, random::nextInt)),
              map(random, Kitchen::heat, random::nextGaussian),
              random.nextBoolean() ? Optional.empty() : Optional.of(texts(random)),
              random.nextBoolean()
                  ? Optional.empty()
                  : Optional.of(list(random, () -> text(random))),
              step(random, 5));
      default -> new Nothing();
    };
  }

  private static Numbers numbers(Random random) {
    return new Numbers(
        (byte) random.nextInt(),
        (short) random.nextInt(),
        random.nextInt(),
        random.nextLong(),
        finite(Float.intBitsToFloat(random.nextInt())),
        finite(Double.longBitsToDouble(random.nextLong())),
        random.nextBoolean(),
        (char) random.nextInt(0xd800));
  }

  private static Boxes boxes(Random random) {
    Numbers n = numbers(random);
    return new Boxes(n.b, n.s, n.i, n.l, n.f, n.d, n.t, n.c);
  }

  private static float finite(float f) {
    return Float.isFinite(f) ? f : -0f;
  }

  private static double finite(double d) {
    return Double.isFinite(d) ? d : -0d;
  }

  private static Texts texts(Random random) {
    return new Texts(
        text(random),
        new UUID(random.nextLong(), random.nextLong()),
        Instant.ofEpochSecond(random.nextLong() >> 20, random.nextInt(1_000_000_000)),
        Duration.ofNanos(random.nextLong()),
        heat(random));
  }

  private static Heat heat(Random random) {
    return Heat.values()[random.nextInt(2)];
  }

  private static Step step(Random random, int depth) {
    return depth == 0 || random.nextBoolean()
        ? new Step.Boil(random.nextInt())
        : new Step.Then(list(random, () -> step(random, depth - 1)));
  }

  private static String text(Random random) {
    int[] letters = {'a', '"', '\\', '\n', 0, 0x1f, '<', 0xe9, 0x2028, 0x6f22, 0x1f600, '\''};
    StringBuilder text = new StringBuilder();
    random
        .ints(random.nextInt(8), 0, letters.length)
        .forEach(i -> text.appendCodePoint(letters[i]));
    return text.toString();
  }

  private static <T> List<T> list(Random random, Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(element.get());
    }
    return list;
  }

  private static <K, V> Map<K, V> map(Random random, Function<Random, K> key, Supplier<V> value) {
    Map<K, V> map = new HashMap<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      map.put(key.apply(random), value.get());
    }
    return map;
  }
}
