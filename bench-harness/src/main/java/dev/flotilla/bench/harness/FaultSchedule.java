package dev.flotilla.bench.harness;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.client.IterationObserver;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.client.RemoteClients;
import dev.flotilla.bench.result.KillRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Kills servers while clients iterate, and records when that was. One thread. */
public final class FaultSchedule implements IterationObserver {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final double TENTHS = 10;
  private static final double SHARE_DIGITS = 10_000;

  private final Cluster cluster;
  private final List<PlannedKill> planned;
  private final long commands;
  private final LongSupplier nanoTime;
  private final List<Done> done = new ArrayList<>();
  private OptionalInt victim = OptionalInt.empty();

  private record Done(int server, long atMicros) {}

  /**
   * A schedule for one run.
   *
   * @param cluster whose servers are killed
   * @param planned the failures in their order
   * @param commands commands of all clients together
   */
  public FaultSchedule(Cluster cluster, List<PlannedKill> planned, long commands) {
    this(cluster, planned, commands, System::nanoTime);
  }

  /** Likewise, with another clock. */
  FaultSchedule(Cluster cluster, List<PlannedKill> planned, long commands, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.cluster = cluster;
    this.planned = List.copyOf(planned);
    this.commands = commands;
  }

  /** How clients insert, until all have ended. */
  @FunctionalInterface
  public interface Insertion {
    /** Reports to an observer how far they are. */
    IterationResult run(RemoteClients clients, IterationObserver observer)
        throws IOException, InterruptedException;
  }

  /**
   * Lets clients insert while servers are killed.
   *
   * @param planned the failures in their order
   * @param iterations commands of each client
   * @param clients how many clients insert
   */
  public static Measurement measure(
      RunningSystem running,
      List<PlannedKill> planned,
      int iterations,
      int clients,
      Insertion insertion)
      throws IOException, InterruptedException {
    FaultSchedule faults =
        new FaultSchedule(running.cluster(), planned, (long) iterations * clients);
    Instant startedAt = Instant.now();
    CpuReading before = running.cpu();
    IterationResult result =
        insertion.run(
            running.clients(),
            (acknowledged, sinceStart) -> {
              running.cluster().servers().requireHosts();
              faults.progressed(acknowledged, sinceStart);
            });
    return new Measurement(startedAt, before.until(running.cpu()), result.load())
        .iterations(iterations)
        .kills(faults.records(result))
        .waits(
            faults.silenceMillis(result),
            result.longestWaitMicros().stream().map(FaultSchedule::millis).toList());
  }

  @Override
  public void progressed(long acknowledged, Duration sinceStart)
      throws IOException, InterruptedException {
    if (done.size() == planned.size()) {
      return;
    }
    PlannedKill next = planned.get(done.size());
    double share = (double) acknowledged / commands;
    long calledNanos = nanoTime.getAsLong();
    if (victim.isEmpty() && next.isNear(share, sinceStart)) {
      victim = OptionalInt.of(cluster.serverWith(next.role()));
    }
    Duration now = sinceStart.plusNanos(nanoTime.getAsLong() - calledNanos);
    if (victim.isPresent() && next.isDue(share, now)) {
      cluster.servers().kill(victim.getAsInt());
      done.add(new Done(victim.getAsInt(), TimeUnit.NANOSECONDS.toMicros(now.toNanos())));
      victim = OptionalInt.empty();
    }
  }

  /** What happened, for the record; also names whom the kills that did not come would have hit. */
  public List<KillRecord> records(IterationResult result) throws IOException, InterruptedException {
    List<KillRecord> records = new ArrayList<>();
    long endMicros = TimeUnit.NANOSECONDS.toMicros(result.load().nanos());
    for (int i = 0; i < planned.size(); i++) {
      PlannedKill plan = planned.get(i);
      if (i < done.size()) {
        Done kill = done.get(i);
        records.add(
            record(plan, kill.server(), kill.atMicros(), kill.atMicros() > endMicros, result));
      } else {
        int missed = victim.isPresent() ? victim.getAsInt() : cluster.serverWith(plan.role());
        long due = plan.trigger() == Trigger.CLOCK ? micros(plan.at()) : endMicros;
        records.add(record(plan, missed, due, true, result));
      }
    }
    return records;
  }

  private KillRecord record(
      PlannedKill plan, int server, long atMicros, boolean afterEnd, IterationResult result) {
    double share = (double) result.times().countUntil(atMicros) / commands;
    return new KillRecord(
        plan.role().toString(),
        server,
        millis(atMicros),
        Math.round(share * SHARE_DIGITS) / SHARE_DIGITS,
        afterEnd);
  }

  /** The longest time without any answer, after the first kill if there was one. */
  public double silenceMillis(IterationResult result) {
    long endMicros = TimeUnit.NANOSECONDS.toMicros(result.load().nanos());
    boolean killed = !done.isEmpty() && done.get(0).atMicros() < endMicros;
    long from = killed ? done.get(0).atMicros() : 0;
    return millis(result.times().longestSilenceMicros(from, endMicros));
  }

  /** Microseconds as milliseconds with one digit. */
  private static double millis(long micros) {
    return Math.round(micros / MICROS_PER_MILLI * TENTHS) / TENTHS;
  }

  private static long micros(Duration duration) {
    return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
  }
}
