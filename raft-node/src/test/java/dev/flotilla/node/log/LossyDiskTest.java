package dev.flotilla.node.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.Incarnation;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.NodeId;
import dev.flotilla.raft.TermAndVote;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Random histories with crashes at every kind of moment: nothing forced is lost, none invented.
 * {@code -Dflotilla.seeds=N} for a longer run.
 */
class LossyDiskTest {
  private static final int SEEDS = Integer.getInteger("flotilla.seeds", 500);
  private static final int SEEDS_WITH_A_PLANT = 20;
  private static final int LIVES = 8;
  private static final int STEPS = 25;

  @Test
  void whateverThePowerCutLeavesWhatWasForcedIsThere() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      new History(seed).run();
    }
  }

  @Test
  void aDiskThatIgnoresForcesIsFoundOut() throws IOException {
    int found = 0;
    for (int seed = 0; seed < SEEDS_WITH_A_PLANT; seed++) {
      History history = new History(seed);
      history.disk.plant(MemoryDisk.Force.DOES_NOTHING);
      try {
        history.run();
      } catch (AssertionError | IOException e) {
        found++;
      }
    }
    assertThat(found).isEqualTo(SEEDS_WITH_A_PLANT);
  }

  /** A member's disk through several lives, beside a model of what it must and may hold. */
  private static final class History {
    private final MemoryDisk disk = new MemoryDisk();
    private final String name;
    private final SplittableRandom random;
    private final LogOptions options;

    /** The log that certainly survives. */
    private List<Entry> forced = List.of();

    /** What was written since: any prefix of it may survive. */
    private final List<Entry> unforced = new ArrayList<>();

    private Optional<Member> owner = Optional.empty();
    private TermAndVote vote = TermAndVote.INITIAL;
    private TermAndVote attemptedVote = TermAndVote.INITIAL;

    History(int seed) {
      name = "seed " + seed;
      random = new SplittableRandom(seed);
      options = new LogOptions(1024 + random.nextInt(4096));
    }

    void run() throws IOException {
      for (int life = 0; life < LIVES; life++) {
        if (random.nextInt(3) == 0) {
          disk.stopAfter(random.nextInt(60));
        }
        try {
          live();
        } catch (IOException e) {
          assertThat(e).as(name).hasStackTraceContaining("planted");
        }
        crash();
      }
      try (DataDirectory directory = open()) {
        check(directory);
      }
    }

    private void live() throws IOException {
      DataDirectory directory = open();
      check(directory);
      int steps = random.nextInt(STEPS);
      for (int i = 0; i < steps; i++) {
        step(directory);
      }
      if (random.nextInt(4) == 0) {
        directory.close();
      }
    }

    private DataDirectory open() throws IOException {
      return DataDirectory.open(disk, Optional.of("group"), random, options, Runnable::run);
    }

    private void crash() {
      switch (random.nextInt(5)) {
        case 0 -> disk.loseUnsynced();
        case 1, 2 -> disk.lose(MemoryDisk.Loss.SUFFIX, random);
        case 3 -> disk.lose(MemoryDisk.Loss.SUBSET, random);
        default -> disk.killProcess();
      }
    }

    private void check(DataDirectory directory) throws IOException {
      Member member = directory.identity().member();
      assertThat(owner.orElse(member)).as(name).isEqualTo(member);
      owner = Optional.of(member);
      TermAndVote found = directory.votes().current();
      assertThat(found).as(name).isIn(vote, attemptedVote);
      vote = found;
      attemptedVote = found;
      checkLog(Logs.all(directory.log()));
    }

    private void checkLog(List<Entry> found) {
      List<Entry> candidate = forced;
      List<List<Entry>> allowed = new ArrayList<>(List.of(candidate));
      for (Entry entry : unforced) {
        candidate = Logs.apply(candidate, entry);
        allowed.add(candidate);
      }
      assertThat(allowed.contains(found))
          .as("%s: found %s, forced %s, then %s", name, found, forced, unforced)
          .isTrue();
      forced = found;
      unforced.clear();
    }

    private void step(DataDirectory directory) throws IOException {
      switch (random.nextInt(4)) {
        case 0 -> vote(directory.votes());
        case 1 -> {
          directory.log().force();
          unforced.forEach(entry -> forced = Logs.apply(forced, entry));
          unforced.clear();
        }
        default -> append(directory.log());
      }
    }

    private void vote(VoteFile votes) throws IOException {
      Member someone =
          new Member(
              new NodeId(new UUID(1, random.nextInt(3))), new Incarnation(2, random.nextInt(3)));
      Optional<Member> choice = random.nextBoolean() ? Optional.of(someone) : Optional.empty();
      attemptedVote = new TermAndVote(vote.term() + 1, choice);
      votes.save(attemptedVote);
      vote = attemptedVote;
    }

    private void append(DurableLog log) throws IOException {
      if (vote.term() == 0) {
        return;
      }
      long last = log.lastIndex();
      long back = random.nextInt(4) == 0 ? random.nextLong(last + 1) : 0;
      List<Entry> entries =
          Logs.entries(last - back + 1, last - back + 1 + random.nextInt(8), vote.term());
      unforced.addAll(entries);
      log.append(entries);
    }
  }
}
