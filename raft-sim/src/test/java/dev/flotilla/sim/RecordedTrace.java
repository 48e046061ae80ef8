package dev.flotilla.sim;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The beginning of a simulated run, in the words of the specification.
 *
 * @param seed the seed it comes from
 * @param servers how many servers there are at first
 * @param numbers how the events and messages name the servers
 * @param events what happened, in order
 * @param messages what the events number
 */
record RecordedTrace(
    long seed,
    int servers,
    Map<Member, Integer> numbers,
    List<TraceEvent> events,
    List<SentMessage> messages) {
  private static final long FAULTS_SALT = 0x7124CE;
  private static final int MIN_FAULTS = 6;
  private static final int MORE_FAULTS = 13;
  private static final int CHANGES = 3;
  private static final int SOONER = 10;
  private static final long MILLI = 1_000_000;
  private static final long FAULTS_WITHIN_NANOS = 300 * MILLI;

  /** Records a run under faults that come early enough to be recorded. */
  static RecordedTrace of(long seed, int maxEvents) {
    SeedRun run = new SeedRun(seed);
    SplittableRandom random = new SplittableRandom(seed ^ FAULTS_SALT);
    FaultSchedule faults =
        FaultSchedule.draw(
            random,
            new Conditions(run.servers(), changes(seed), 0, /* aimed= */ false),
            MIN_FAULTS + random.nextInt(MORE_FAULTS),
            FAULTS_WITHIN_NANOS);
    Simulation simulation =
        new Simulation(seed, run.servers(), hasty(run.options()), specified(faults));
    TraceRecorder recorder = new TraceRecorder(maxEvents);
    simulation.observe(recorder);
    if (changes(seed) > 0) {
      simulation.keepLogs();
    } else {
      simulation.keepMembers();
    }
    simulation.run();
    return new RecordedTrace(
        seed, run.servers(), recorder.servers(), recorder.events(), recorder.messages());
  }

  /** In half of the runs other servers become the members. */
  private static int changes(long seed) {
    return Math.floorMod(seed, 8) < 4 ? CHANGES : 0;
  }

  /**
   * Without those that lead to messages which the specification does not know, and with the changes
   * of members first: they take their time.
   */
  private static FaultSchedule specified(FaultSchedule faults) {
    return new FaultSchedule(
        faults.items().stream()
            .map(RecordedTrace::early)
            .sorted(Comparator.comparingLong(FaultSchedule.Item::atNanos))
            .filter(item -> !(item.fault() instanceof Fault.Handover))
            .filter(item -> !(item.fault() instanceof Fault.LostDisk))
            .filter(item -> !(item.fault() instanceof Fault.FullDisk))
            .toList());
  }

  private static FaultSchedule.Item early(FaultSchedule.Item item) {
    return item.fault() instanceof Fault.Members
        ? new FaultSchedule.Item(item.atNanos() / SOONER, item.fault())
        : item;
  }

  /** One line for a report. */
  String summary() {
    long restarts =
        events.stream().filter(TraceEvent.Started.class::isInstance).count() - numbers.size();
    long received = events.stream().filter(TraceEvent.Received.class::isInstance).count();
    long forced = events.stream().filter(TraceEvent.Forced.class::isInstance).count();
    ServerStatus furthest =
        events.stream()
            .filter(TraceEvent.Stands.class::isInstance)
            .map(event -> ((TraceEvent.Stands) event).standing())
            .max(Comparator.comparingLong(ServerStatus::term).thenComparing(ServerStatus::last))
            .orElseThrow();
    return "seed %d: %d servers, %d events, %d messages received, %d forces, %d restarts, %d configurations, term %d, %d entries"
        .formatted(
            seed,
            servers,
            events.size(),
            received,
            forced,
            restarts,
            configurations(),
            furthest.term(),
            furthest.last().index());
  }

  /** How many sets of voters have governed. */
  private long configurations() {
    return events.stream()
        .filter(TraceEvent.Stands.class::isInstance)
        .map(event -> ((TraceEvent.Stands) event).standing().configuration())
        .map(it -> new Configuration(it.voters(), it.outgoing(), List.of(), List.of(), List.of()))
        .distinct()
        .count();
  }

  /** In the words of the specification. */
  TraceText text() {
    return new TraceText(numbers);
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
