package dev.flotilla.sim;

import dev.flotilla.raft.RaftOptions;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The beginning of a simulated run, in the words of the specification.
 *
 * @param seed the seed it comes from
 * @param servers how many servers there are
 * @param events what happened, in order
 * @param messages what the events number
 */
record RecordedTrace(long seed, int servers, List<TraceEvent> events, List<SentMessage> messages) {
  private static final long FAULTS_SALT = 0x7124CE;
  private static final int MIN_FAULTS = 6;
  private static final int MORE_FAULTS = 13;
  private static final long MILLI = 1_000_000;
  private static final long FAULTS_WITHIN_NANOS = 300 * MILLI;

  /** Records a run under faults that come early enough to be recorded. */
  static RecordedTrace of(long seed, int maxEvents) {
    SeedRun run = new SeedRun(seed);
    SplittableRandom random = new SplittableRandom(seed ^ FAULTS_SALT);
    FaultSchedule faults =
        FaultSchedule.draw(
            random,
            Conditions.of(run.servers()),
            MIN_FAULTS + random.nextInt(MORE_FAULTS),
            FAULTS_WITHIN_NANOS);
    Simulation simulation =
        new Simulation(seed, run.servers(), hasty(run.options()), specified(faults));
    TraceRecorder recorder = new TraceRecorder(maxEvents);
    simulation.observe(recorder);
    simulation.run();
    return new RecordedTrace(seed, run.servers(), recorder.events(), recorder.messages());
  }

  /** Without those that lead to messages which the specification does not know. */
  private static FaultSchedule specified(FaultSchedule faults) {
    return new FaultSchedule(
        faults.items().stream()
            .filter(item -> !(item.fault() instanceof Fault.Handover))
            .filter(item -> !(item.fault() instanceof Fault.LostDisk))
            .toList());
  }

  /** One line for a report. */
  String summary() {
    long restarts = events.stream().filter(TraceEvent.Started.class::isInstance).count() - servers;
    long received = events.stream().filter(TraceEvent.Received.class::isInstance).count();
    long forced = events.stream().filter(TraceEvent.Forced.class::isInstance).count();
    Standing furthest =
        events.stream()
            .filter(TraceEvent.Stands.class::isInstance)
            .map(event -> ((TraceEvent.Stands) event).standing())
            .max(Comparator.comparingLong(Standing::term).thenComparing(Standing::last))
            .orElseThrow();
    return "seed %d: %d servers, %d events, %d messages received, %d forces, %d restarts, term %d, %d entries"
        .formatted(
            seed,
            servers,
            events.size(),
            received,
            forced,
            restarts,
            furthest.term(),
            furthest.last().index());
  }

  /** Short timeouts: elections are what short traces would lack otherwise. */
  private static RaftOptions hasty(RaftOptions options) {
    return new RaftOptions(
        40 * MILLI,
        80 * MILLI,
        20 * MILLI,
        options.maxEntriesPerAppend(),
        options.maxBytesPerAppend(),
        options.maxInflightAppends(),
        options.maxUncommittedBytes(),
        options.maxUnappliedEntries(),
        options.maxUnappliedBytes(),
        options.maxRecentBytes());
  }
}
