package dev.flotilla.sim;

import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Tries leases where they are weakest, in runs that have them: a leader that has just told another
 * to take over is cut off; a leader is no longer heard while answers to what it has sent still
 * arrive, late; and whoever has answered a leader begins anew at once, while another that has not
 * heard that leader for long asks for its vote.
 */
final class LeaseTrials {
  private static final long MILLI = 1_000_000;
  private static final int MAX_TRIALS = 4;
  private static final int MAX_GAP_NANOS = 900_000_000;

  /** Longer than any election timeout. */
  private static final long CUT_NANOS = 500 * MILLI;

  private static final long MIN_LATE_NANOS = 100 * MILLI;
  private static final int LATE_SPREAD_NANOS = 150_000_000;

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final FaultTarget target;
  private final ClientPause lull;
  private final Map<String, Integer> counts = new TreeMap<>();
  private int trials;

  LeaseTrials(EventQueue agenda, SplittableRandom random, FaultTarget target, ClientPause lull) {
    this.agenda = agenda;
    this.random = random;
    this.target = target;
    this.lull = lull;
  }

  void start() {
    later(MAX_GAP_NANOS / 2L + random.nextInt(MAX_GAP_NANOS), this::next);
  }

  Map<String, Integer> counts() {
    return counts;
  }

  private void next() {
    if (trials == MAX_TRIALS) {
      return;
    }
    trials++;
    leader().ifPresent(this::tryOn);
    later(CUT_NANOS + random.nextInt(MAX_GAP_NANOS), this::next);
  }

  private void tryOn(SimulatedServer leader) {
    switch (random.nextInt(3)) {
      case 0 -> mute(leader);
      case 1 -> beginAnew(leader);
      default -> target.handOver(Optional.empty());
    }
  }

  /** The message that asks for an election has arrived; its sender hears nothing of that. */
  void toldToLead(Member from) {
    if (random.nextBoolean()) {
      count("lease trial: handed over");
      later(0, () -> target.isolate(it -> it.member().equals(from), CUT_NANOS));
    }
  }

  /** First the answers take long, and then nothing that would be answered arrives any more. */
  private void mute(SimulatedServer leader) {
    count("lease trial: mute");
    long lateNanos = MIN_LATE_NANOS + random.nextInt(LATE_SPREAD_NANOS);
    for (SimulatedServer other : others(leader)) {
      int there = other.number;
      target.network().slow(there, leader.number, lateNanos);
      later(lateNanos, () -> target.network().cut(leader.number, there));
      later(
          lateNanos + CUT_NANOS,
          () -> {
            target.network().mend(leader.number, there);
            target.network().slow(there, leader.number, 0);
          });
    }
  }

  private void beginAnew(SimulatedServer leader) {
    List<SimulatedServer> others = others(leader);
    if (others.size() < 2) {
      return;
    }
    count("lease trial: begin anew");
    // With nothing new in the logs, the one that hears nothing may be elected.
    lull.until(agenda.nowNanos() + 420 * MILLI);
    SimulatedServer rival = others.get(random.nextInt(others.size()));
    later(20 * MILLI, () -> target.isolate(it -> it == rival, 360 * MILLI));
    later(
        380 * MILLI,
        () -> {
          target.isolate(it -> it == leader, CUT_NANOS);
          others.stream().filter(it -> it != rival).forEach(it -> target.kill(it, MILLI));
        });
  }

  private List<SimulatedServer> others(SimulatedServer leader) {
    List<SimulatedServer> others = new ArrayList<>(target.servers());
    others.removeIf(it -> it == leader || !it.isUp());
    return others;
  }

  private Optional<SimulatedServer> leader() {
    return target.servers().stream()
        .filter(it -> it.node().filter(node -> node.status().isLeading()).isPresent())
        .max(Comparator.comparingLong(it -> it.node().orElseThrow().status().term()));
  }

  private void later(long nanos, Runnable task) {
    target.later(nanos, task);
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }
}
