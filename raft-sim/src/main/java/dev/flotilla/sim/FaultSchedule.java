package dev.flotilla.sim;

import dev.flotilla.storage.disk.MemoryDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * Which faults happen when.
 *
 * @param items in the order of their times
 */
record FaultSchedule(List<Item> items) {
  private static final long MILLI = 1_000_000;
  private static final int KINDS = 23;
  private static final long SHORTEST_PIECE_MILLIS = 50;

  /** For so long at most a slow machine lets a server work between two pieces. */
  private static final long LONGEST_TURN_MILLIS = 100;

  /** One in so many schedules loses the tail of a log. */
  private static final int LOST_TAIL_RARITY = 2;

  /** Those that know the protocol. */
  private static final int AIMED_KINDS = 3;

  private static final List<MemoryDisk.Loss> LOSSES = List.of(MemoryDisk.Loss.values());
  private static final List<Fault.AlternatingLeaders.Where> PLACES =
      List.of(Fault.AlternatingLeaders.Where.values());

  /** A fault and its time. */
  record Item(long atNanos, Fault fault) {
    @Override
    public String toString() {
      return atNanos / MILLI + " ms " + fault;
    }
  }

  FaultSchedule {
    items = List.copyOf(items);
  }

  /** The time of the last fault. */
  long lastNanos() {
    return items.isEmpty() ? 0 : items.get(items.size() - 1).atNanos();
  }

  /** Draws so many faults, spread over the time from the first leader's on. */
  static FaultSchedule draw(
      SplittableRandom random, Conditions conditions, int count, long withinNanos) {
    List<Item> items = new ArrayList<>();
    Draw draw = new Draw(random, conditions);
    for (int i = 0; i < count; i++) {
      items.add(new Item(random.nextLong(withinNanos), draw.fault()));
    }
    for (int i = 0; i < conditions.changes(); i++) {
      items.add(new Item(random.nextLong(withinNanos), draw.members()));
    }
    if (random.nextInt(LOST_TAIL_RARITY) == 0) {
      items.add(new Item(random.nextLong(withinNanos), draw.lostTail()));
    }
    items.sort((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
    return new FaultSchedule(items);
  }

  /**
   * Servers on machines with too much work, from the start: each stands still again and again.
   *
   * @param servers how many of them, from the first on
   * @param longestNanos the longest piece for which one stands still; at least {@value
   *     #SHORTEST_PIECE_MILLIS} ms
   */
  static FaultSchedule slowMachines(
      SplittableRandom random, int servers, long longestNanos, long withinNanos) {
    List<Item> items = new ArrayList<>();
    for (int server = 0; server < servers; server++) {
      long atNanos = random.nextLong(longestNanos);
      while (atNanos < withinNanos) {
        long piece = random.nextLong(SHORTEST_PIECE_MILLIS * MILLI, longestNanos + 1);
        items.add(new Item(atNanos, new Fault.Pause(server, piece)));
        atNanos += piece + 1 + random.nextLong(LONGEST_TURN_MILLIS * MILLI);
      }
    }
    items.sort((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
    return new FaultSchedule(items);
  }

  /**
   * Takes away as many faults as possible so that the rest still fails: halves first, then smaller
   * pieces, as in delta debugging.
   */
  FaultSchedule shrink(Predicate<FaultSchedule> stillFails) {
    FaultSchedule smallest = this;
    for (int piece = Math.max(1, items.size() / 2); piece >= 1; piece /= 2) {
      int from = 0;
      while (from < smallest.items.size()) {
        FaultSchedule smaller = smallest.without(from, from + piece);
        if (stillFails.test(smaller)) {
          smallest = smaller;
        } else {
          from += piece;
        }
      }
    }
    return smallest;
  }

  private FaultSchedule without(int from, int to) {
    List<Item> rest = new ArrayList<>(items.subList(0, from));
    rest.addAll(items.subList(Math.min(to, items.size()), items.size()));
    return new FaultSchedule(rest);
  }

  /** One fault by chance. */
  private record Draw(SplittableRandom random, Conditions conditions) {
    private static final int MAX_VOTERS = 7;

    Fault members() {
      // As a rule 1, 3 or 5.
      int voters =
          random.nextInt(5) == 0 ? 1 + random.nextInt(MAX_VOTERS) : 1 + 2 * random.nextInt(3);
      return new Fault.Members(
          voters,
          random.nextInt(voters + 1),
          /* witness= */ random.nextInt(4) == 0,
          /* learner= */ random.nextInt(4) == 0);
    }

    Fault lostTail() {
      return new Fault.LostTail(server(), longTime(), shortTime());
    }

    Fault fault() {
      return switch (random.nextInt(conditions.aimed() ? KINDS + AIMED_KINDS : KINDS)) {
        case 0 -> new Fault.PowerCut(server(), loss(), shortTime());
        case 1 -> new Fault.PowerCutOfAll(loss(), shortTime());
        case 2 -> new Fault.Kill(server(), shortTime());
        case 3 -> new Fault.CutBetweenEffects(server(), random.nextInt(40));
        case 4 -> new Fault.FallenLeader(random.nextLong(10 * MILLI), loss(), shortTime());
        case 5 -> new Fault.Pause(server(), seldomLonger(shortTime()));
        case 6 -> new Fault.Partition(someServers(), longTime());
        case 7 -> new Fault.Isolation(server(), longTime());
        case 8 -> oneWayCut();
        case 9 -> slowLink();
        case 10 -> new Fault.Loss(random.nextDouble() * 0.3, longTime());
        case 11 -> new Fault.Repetition(random.nextDouble() * 0.3, longTime());
        case 12 -> new Fault.Reordering(random.nextDouble() * 0.5, longTime());
        case 13 -> slowDisk();
        case 14 -> new Fault.FullDisk(server(), random.nextInt(20_000), seldomLonger(longTime()));
        case 15 -> new Fault.FailedForce(server());
        case 16 -> new Fault.FailedRead(server(), random.nextInt(40));
        case 17 -> flippedBits();
        case 18 -> new Fault.LostDisk(server());
        case 19 -> new Fault.Handover(someNumber(), random.nextBoolean());
        case 20 -> new Fault.ClockDrift(server(), conditions.rate(random), longTime());
        case 21 -> clockJump();
        case 22 -> new Fault.LateCopies(random.nextDouble() * 0.1, longTime());
        case 23 -> alternatingLeaders();
        case 24 -> new Fault.HeldAnswers(random.nextLong(5 * MILLI), longTime());
        default -> new Fault.HeldVotes(longTime());
      };
    }

    private Fault clockJump() {
      return conditions.mayClocksJump()
          ? new Fault.ClockJump(server(), random.nextLong(1_000 * MILLI))
          : new Fault.ClockDrift(server(), conditions.rate(random), longTime());
    }

    /** Some get nothing out at all, and some have just the time to be heard. */
    private Fault alternatingLeaders() {
      long delay = random.nextBoolean() ? 0 : random.nextLong(20 * MILLI);
      long extra = random.nextBoolean() ? 0 : random.nextLong(1_000 * MILLI);
      return new Fault.AlternatingLeaders(
          1 + random.nextInt(4),
          random.nextInt(3) == 0 ? someNumber() : Fault.LEADER,
          delay,
          PLACES.get(random.nextInt(PLACES.size())),
          extra,
          500 * MILLI + longTime());
    }

    private Fault oneWayCut() {
      int from = someNumber();
      return new Fault.OneWayCut(from, otherThan(from), longTime());
    }

    /** Some are so slow that no answer comes within an election timeout. */
    private Fault slowLink() {
      int from = someNumber();
      long extra = seldomLonger(random.nextLong(200 * MILLI));
      return new Fault.SlowLink(from, otherThan(from), extra, longTime());
    }

    private Fault slowDisk() {
      long extra = seldomLonger(random.nextLong(100 * MILLI));
      return new Fault.SlowDisk(server(), extra, seldomLonger(longTime()));
    }

    private Fault flippedBits() {
      int bits = 1 + random.nextInt(255);
      return new Fault.FlippedBits(server(), random.nextDouble(), bits, shortTime());
    }

    /** One in three faults that concern a server is for the leader. */
    private int server() {
      return random.nextInt(3) == 0 ? Fault.LEADER : someNumber();
    }

    private int someNumber() {
      return random.nextInt(conditions.servers());
    }

    /** Some, and not all. */
    private int someServers() {
      return 1 + random.nextInt((1 << conditions.servers()) - 2);
    }

    private int otherThan(int server) {
      return (server + 1 + random.nextInt(conditions.servers() - 1)) % conditions.servers();
    }

    private MemoryDisk.Loss loss() {
      return LOSSES.get(random.nextInt(LOSSES.size()));
    }

    private long seldomLonger(long nanos) {
      return random.nextInt(4) == 0 ? 5 * nanos : nanos;
    }

    private long shortTime() {
      return 1 * MILLI + random.nextLong(700 * MILLI);
    }

    private long longTime() {
      return 10 * MILLI + random.nextLong(1_500 * MILLI);
    }
  }
}
