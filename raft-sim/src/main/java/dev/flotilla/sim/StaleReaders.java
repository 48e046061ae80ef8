package dev.flotilla.sim;

import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Clients that read from older states, of bounded age or local, at whatever server. Each answer
 * keeps its bound, tells no less than its true age, and is of no older state than the reader has
 * seen before.
 *
 * <p>Servers measure ages by their own clocks, which run at half the right rate or faster here and
 * jump forward only: so much longer may true time be.
 */
final class StaleReaders {
  /** The slowest rate of {@link Conditions#rate} is one half. */
  private static final long TRUE_PER_CLOCK = 2;

  private static final int READERS = 4;
  private static final int MAX_PAUSE_NANOS = 20_000_000;
  private static final int MAX_WAY_NANOS = 5_000_000;
  private static final long MAX_BOUND_NANOS = 400_000_000;

  /**
   * How many answers there were.
   *
   * @param bounded within a bound
   * @param local of whatever a server had applied
   * @param old of both, those that lacked something which had been acknowledged
   */
  record Counts(int bounded, int local, int old) {}

  /** What had been answered to clients at some moment. */
  private record Known(long atNanos, int place) {}

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final List<SimulatedServer> servers;
  private final Answers answers;
  private final List<Known> history = new ArrayList<>();
  private int bounded;
  private int local;
  private int old;

  StaleReaders(
      EventQueue agenda, SplittableRandom random, List<SimulatedServer> servers, Answers answers) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.answers = answers;
    history.add(new Known(Long.MIN_VALUE, 0));
    for (int i = 0; i < READERS; i++) {
      agenda.after(random.nextInt(MAX_PAUSE_NANOS), new Reader()::ask);
    }
  }

  /** What was answered so far. */
  Counts counts() {
    return new Counts(bounded, local, old);
  }

  private void note() {
    int place = answers.knownPlace();
    if (place > history.get(history.size() - 1).place()) {
      history.add(new Known(agenda.nowNanos(), place));
    }
  }

  /** What had surely been answered by a moment. */
  private int knownAt(long nanos) {
    int last = history.size() - 1;
    while (history.get(last).atNanos() > nanos && last > 0) {
      last--;
    }
    return history.get(last).place();
  }

  private final class Reader {
    private long seenIndex;
    private int seenPlace;

    void ask() {
      note();
      agenda.after(1 + random.nextInt(MAX_PAUSE_NANOS), this::ask);
      SimulatedServer server = servers.get(random.nextInt(servers.size()));
      boolean isBounded = random.nextBoolean();
      long boundNanos = random.nextLong(MAX_BOUND_NANOS);
      Optional<RaftNode> node = server.node();
      if (node.isEmpty()) {
        return;
      }
      Freshness freshness =
          isBounded ? Freshness.bounded(boundNanos, seenIndex) : Freshness.local(seenIndex);
      int life = server.life();
      long askedNanos = agenda.nowNanos();
      int floorPlace = seenPlace;
      node.get()
          .reads()
          .query(
              Bytes.EMPTY,
              freshness,
              outcome -> {
                long answeredNanos = agenda.nowNanos();
                if (server.life() == life
                    && outcome instanceof QueryOutcome.Answered<Dated<Result>> answer) {
                  agenda.after(
                      random.nextInt(MAX_WAY_NANOS),
                      () ->
                          check(answer.value(), freshness, askedNanos, answeredNanos, floorPlace));
                }
              });
      server.touch();
    }

    private void check(
        Dated<Result> answer,
        Freshness freshness,
        long askedNanos,
        long answeredNanos,
        int floorPlace) {
      int place = SimulatedMachine.placeIn(answer.value());
      if (answer.index() < freshness.seenIndex() || place < floorPlace) {
        throw new Violation(
            "monotonic-read",
            "%s after %s commands and index %s".formatted(answer, floorPlace, freshness));
      }
      if (freshness.level() == Freshness.Level.BOUNDED) {
        bounded++;
        require(place, askedNanos - freshness.maxAgeNanos() * TRUE_PER_CLOCK, "bound", answer);
        require(
            place,
            answeredNanos - answer.ageNanos().orElseThrow() * TRUE_PER_CLOCK,
            "told age",
            answer);
      } else {
        local++;
      }
      if (place < knownAt(askedNanos)) {
        old++;
      }
      seenIndex = Math.max(seenIndex, answer.index());
      seenPlace = Math.max(seenPlace, place);
    }

    private void require(int place, long nanos, String what, Dated<Result> answer) {
      int known = knownAt(nanos);
      if (place < known) {
        throw new Violation(
            "bounded-staleness",
            "%s lacks what was answered before its %s began: %s commands"
                .formatted(answer, what, known));
      }
    }
  }
}
