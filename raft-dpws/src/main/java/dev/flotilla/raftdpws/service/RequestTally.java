package dev.flotilla.raftdpws.service;

import dev.flotilla.node.loop.DurationHistogram;
import dev.flotilla.node.loop.DurationMetrics;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts what clients are answered. Any thread; does not block. */
final class RequestTally {
  /** What else a command can end with. */
  private static final Map<Class<?>, CommandEnd> COMMAND_ENDS =
      Map.of(
          InsertOutcome.NotLeader.class, CommandEnd.NOT_LEADER,
          InsertOutcome.Busy.class, CommandEnd.BUSY,
          InsertOutcome.DiskFull.class, CommandEnd.DISK_FULL,
          InsertOutcome.SessionExpired.class, CommandEnd.SESSION_EXPIRED,
          InsertOutcome.Invalid.class, CommandEnd.INVALID,
          InsertOutcome.NotUnderstood.class, CommandEnd.INVALID,
          InsertOutcome.NotActivated.class, CommandEnd.INVALID,
          InsertOutcome.CommandsNotActive.class, CommandEnd.INVALID,
          InsertOutcome.NotServing.class, CommandEnd.NOT_SERVING);

  private static final Map<Class<?>, ReadEnd> READ_ENDS =
      Map.of(
          QueryOutcome.Answered.class, ReadEnd.ANSWERED,
          QueryOutcome.NotLeader.class, ReadEnd.NOT_LEADER,
          QueryOutcome.Busy.class, ReadEnd.BUSY,
          QueryOutcome.Unanswered.class, ReadEnd.NOT_SERVING);

  private final Map<CommandEnd, LongAdder> commands = zeros(CommandEnd.values());
  private final Map<ReadEnd, LongAdder> reads = zeros(ReadEnd.values());
  private final DurationHistogram executionTimes = new DurationHistogram();

  private enum CommandEnd {
    EXECUTED,
    REJECTED,
    NOT_LEADER,
    BUSY,
    DISK_FULL,
    INVALID,
    SESSION_EXPIRED,
    NOT_SERVING,
    UNKNOWN
  }

  private enum ReadEnd {
    ANSWERED,
    NOT_LEADER,
    BUSY,
    INVALID,
    NOT_SERVING
  }

  /** A command of a client has ended that came at a time. */
  void ended(InsertOutcome outcome, long beganNanos) {
    if (outcome instanceof InsertOutcome.Executed executed) {
      CommandEnd end = executed.result().success() ? CommandEnd.EXECUTED : CommandEnd.REJECTED;
      count(commands, end);
      executionTimes.record(System.nanoTime() - beganNanos);
    } else {
      count(commands, endOf(outcome));
    }
  }

  private static CommandEnd endOf(InsertOutcome outcome) {
    if (outcome instanceof InsertOutcome.ResultDropped dropped) {
      return dropped.success() ? CommandEnd.EXECUTED : CommandEnd.REJECTED;
    }
    return COMMAND_ENDS.getOrDefault(outcome.getClass(), CommandEnd.UNKNOWN);
  }

  /** A read of a client has ended. */
  void ended(QueryOutcome<?> outcome) {
    count(reads, READ_ENDS.getOrDefault(outcome.getClass(), ReadEnd.INVALID));
  }

  private static <E extends Enum<E>> Map<E, LongAdder> zeros(E[] ends) {
    return Arrays.stream(ends)
        .collect(
            Collectors.toMap(
                end -> end,
                end -> new LongAdder(),
                (one, other) -> one,
                () -> new EnumMap<>(ends[0].getDeclaringClass())));
  }

  private static <E extends Enum<E>> void count(Map<E, LongAdder> counts, E end) {
    LongAdder count = counts.get(end);
    if (count != null) {
      count.increment();
    }
  }

  RequestMetrics read() {
    return new RequestMetrics(named(commands), executionTimes(), named(reads));
  }

  DurationMetrics executionTimes() {
    return executionTimes.read();
  }

  private static <E extends Enum<E>> SortedMap<String, Long> named(Map<E, LongAdder> counts) {
    SortedMap<String, Long> named = new TreeMap<>();
    counts.forEach((end, count) -> named.put(end.name().toLowerCase(Locale.ROOT), count.sum()));
    return named;
  }
}
