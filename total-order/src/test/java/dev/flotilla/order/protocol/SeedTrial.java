package dev.flotilla.order.protocol;

import static dev.flotilla.order.protocol.SimulatedGroup.MILLI;

import dev.flotilla.raft.options.RaftOptions;
import java.util.EnumSet;
import java.util.SplittableRandom;

/** One run of a group, with everything that happens chosen by a seed. */
final class SeedTrial {
  static final SimulatedGroup.Factory RAFT =
      (group, random) -> new RaftOrder(group, RaftOptions.DEFAULT, random, 0);

  private static final long STABLE_NANOS = 3_000 * MILLI;
  private static final long END_NANOS = 8_000 * MILLI;
  private static final int BURSTS = 5;
  private static final long BURST_NANOS = STABLE_NANOS / BURSTS;
  private static final int BURST_LENGTH_NANOS = 15_000_000;
  private static final int MESSAGES = 30;
  private static final int CLIENTS = 2;
  private static final double STALL_RATE = 0.02;
  private static final int MAX_STALL_NANOS = 800_000_000;
  private static final int MAX_SUSPICION_NANOS = 20_000_000;

  private final SplittableRandom random;
  private final SimulatedGroup group;
  private final int clients;
  private long nowForDelays;

  SeedTrial(long seed, SimulatedGroup.Factory factory) {
    this(seed, factory, 0, OutsideOrigin::new);
  }

  private SeedTrial(
      long seed, SimulatedGroup.Factory factory, int clients, SimulatedGroup.Outside outside) {
    this.random = new SplittableRandom(seed);
    this.clients = clients;
    int size = 2 + random.nextInt(4);
    group = new SimulatedGroup(size, factory, random, (from, to) -> delayNanos(), clients, outside);
    group.at(STABLE_NANOS, () -> nowForDelays = STABLE_NANOS);
    for (int i = 0; i < MESSAGES; i++) {
      group.at(early(), () -> group.broadcast(random.nextInt(size + clients), random.nextInt(20)));
    }
  }

  /** Some of the messages are those of clients outside of the group. */
  static SeedTrial withClients(
      long seed, SimulatedGroup.Factory factory, SimulatedGroup.Outside outside) {
    return new SeedTrial(seed, factory, CLIENTS, outside);
  }

  /** Messages are late at times, so that a failure detector of any kind is wrong. */
  private long delayNanos() {
    long usual = 50_000L + random.nextInt(2_000_000);
    boolean stalls = nowForDelays < STABLE_NANOS && random.nextDouble() < STALL_RATE;
    return stalls ? usual + random.nextInt(MAX_STALL_NANOS) : usual;
  }

  /** Before all is stable, and mostly when much else happens. */
  private long early() {
    long burst = BURST_NANOS * random.nextInt(BURSTS);
    return burst + random.nextInt(BURST_LENGTH_NANOS);
  }

  /** A minority crashes, and perhaps a client; the others are suspected at times. */
  SeedTrial withFaults() {
    int size = group.size();
    int crashes = random.nextInt((size - 1) / 2 + 1);
    for (int i = 0; i < crashes; i++) {
      int victim = random.nextInt(size);
      int sends = random.nextInt(8);
      boolean isAmongSends = random.nextBoolean();
      group.at(early(), () -> crash(victim, isAmongSends, sends));
    }
    if (clients > 0 && random.nextBoolean()) {
      group.at(early(), () -> crash(size, /* isAmongSends= */ true, random.nextInt(2 * size)));
    }
    for (int i = 0; i < 8 * size; i++) {
      int by = random.nextInt(size);
      int whom = random.nextInt(size);
      long start = early();
      group.at(start, () -> group.input(by, it -> it.suspect(whom)));
      group.at(start + random.nextInt(MAX_SUSPICION_NANOS), () -> trust(by, whom));
    }
    group.at(STABLE_NANOS, this::makeDetectorsRight);
    return this;
  }

  private void crash(int victim, boolean isAmongSends, int sends) {
    if (isAmongSends) {
      group.crashAfter(victim, sends);
    } else {
      group.crash(victim, () -> random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(2_000_000));
    }
  }

  private void trust(int by, int whom) {
    if (!group.isCrashed(whom)) {
      group.input(by, it -> it.trust(whom));
    }
  }

  /** Whatever was to crash has, and from now on each detector is right. */
  private void makeDetectorsRight() {
    for (int by = 0; by < group.size(); by++) {
      for (int whom = 0; whom < group.size(); whom++) {
        int target = whom;
        if (group.isCrashed(whom)) {
          group.input(by, it -> it.suspect(target));
        } else {
          group.crashAfter(whom, Long.MAX_VALUE);
          group.input(by, it -> it.trust(target));
        }
      }
    }
  }

  EnumSet<Property> violations() {
    group.runUntil(END_NANOS);
    return group.trace().violations();
  }

  @Override
  public String toString() {
    return group.trace().toString();
  }
}
