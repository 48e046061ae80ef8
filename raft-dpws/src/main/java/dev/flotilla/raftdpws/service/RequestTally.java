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
    } else if (outcome instanceof InsertOutcome.NotLeader) {
      return CommandEnd.NOT_LEADER;
    } else if (outcome instanceof InsertOutcome.Busy) {
      return CommandEnd.BUSY;
    } else if (outcome instanceof InsertOutcome.DiskFull) {
      return CommandEnd.DISK_FULL;
    } else if (outcome instanceof InsertOutcome.SessionExpired) {
      return CommandEnd.SESSION_EXPIRED;
    } else if (outcome instanceof InsertOutcome.Invalid
        || outcome instanceof InsertOutcome.NotUnderstood
        || outcome instanceof InsertOutcome.NotActivated
        || outcome instanceof InsertOutcome.CommandsNotActive) {
      return CommandEnd.INVALID;
    } else if (outcome instanceof InsertOutcome.NotServing) {
      return CommandEnd.NOT_SERVING;
    }
    return CommandEnd.UNKNOWN;
  }

  /** A read of a client has ended. */
  void ended(QueryOutcome<?> outcome) {
    ReadEnd end = ReadEnd.INVALID;
    if (outcome instanceof QueryOutcome.Answered<?>) {
      end = ReadEnd.ANSWERED;
    } else if (outcome instanceof QueryOutcome.NotLeader<?>) {
      end = ReadEnd.NOT_LEADER;
    } else if (outcome instanceof QueryOutcome.Busy<?>) {
      end = ReadEnd.BUSY;
    } else if (outcome instanceof QueryOutcome.Unanswered<?>) {
      end = ReadEnd.NOT_SERVING;
    }
    count(reads, end);
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
