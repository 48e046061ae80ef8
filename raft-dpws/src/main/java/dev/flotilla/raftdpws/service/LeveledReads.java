package dev.flotilla.raftdpws.service;

import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StateSeen;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Reads that name how fresh they are: between the words of the wire and those of the node. */
final class LeveledReads {
  private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private LeveledReads() {}

  static Freshness freshness(ReadLevel level) {
    long maxAgeNanos = TimeUnit.MILLISECONDS.toNanos(level.maxAgeMillis());
    return switch (level.consistency()) {
      case LINEARIZABLE -> Freshness.LINEARIZABLE;
      case BOUNDED -> Freshness.bounded(maxAgeNanos, level.seenIndex());
      case LOCAL -> Freshness.local(level.seenIndex());
    };
  }

  static <T> Function<Dated<T>, ReadResponse> answer(Function<T, ReadResponse> form) {
    return dated -> form.apply(dated.value()).of(seen(dated));
  }

  private static StateSeen seen(Dated<?> dated) {
    return new StateSeen(
        dated.index(),
        dated.ageNanos().isPresent()
            ? OptionalLong.of(roundedUp(dated.ageNanos().getAsLong()))
            : OptionalLong.empty());
  }

  private static long roundedUp(long nanos) {
    return nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI == 0 ? 0 : 1);
  }
}
