package dev.flotilla.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.identity.VoteFile;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories with crashes at every kind of moment: nothing forced is lost, none invented.
 * {@code -Dflotilla.seeds=N} for a longer run.
 */
@Tag("slow")
class LossyDiskTest {
  private static final int SEEDS = Integer.getInteger("flotilla.seeds", Sample.of(500, 60));
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
    private ModelLog forced = ModelLog.EMPTY;

    /** What was done since: any prefix of it may survive. */
    private final List<UnaryOperator<ModelLog>> unforced = new ArrayList<>();

    /** The last entry of the newest snapshot, and of one that may have become it. */
    private LogPosition snapshot = LogPosition.ORIGIN;

    private LogPosition attemptedSnapshot = LogPosition.ORIGIN;
    private long lastIndex;

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
      checkSnapshot(directory.snapshots());
      checkLog(new ModelLog(directory.log().recovered().base(), Logs.all(directory.log())));
    }

    private void checkSnapshot(SnapshotStore store) {
      LogPosition found = store.newest().map(SnapshotMetadata::last).orElse(LogPosition.ORIGIN);
      assertThat(found).as(name).isIn(snapshot, attemptedSnapshot);
      snapshot = found;
      attemptedSnapshot = found;
    }

    private void checkLog(ModelLog found) {
      ModelLog candidate = forced;
      List<ModelLog> allowed = new ArrayList<>(List.of(candidate.after(snapshot)));
      for (UnaryOperator<ModelLog> change : unforced) {
        candidate = change.apply(candidate);
        allowed.add(candidate.after(snapshot));
      }
      assertThat(allowed.stream().anyMatch(found::isTailOf))
          .as("%s: found %s, allowed %s, snapshot %s", name, found, allowed, snapshot)
          .isTrue();
      assertThat(found.base().index()).as(name).isLessThanOrEqualTo(snapshot.index());
      forced = found;
      lastIndex = found.lastIndex();
      unforced.clear();
    }

    private void step(DataDirectory directory) throws IOException {
      switch (random.nextInt(6)) {
        case 0 -> vote(directory.votes());
        case 1 -> force(directory.log());
        case 2 -> takeSnapshot(directory);
        case 3 -> {
          if (random.nextInt(6) == 0) {
            install(directory);
          }
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

    private void force(DurableLog log) throws IOException {
      log.writer().force();
      unforced.forEach(change -> forced = change.apply(forced));
      unforced.clear();
    }

    /** Of forced entries, which are then committed; and drops some, or all. */
    private void takeSnapshot(DataDirectory directory) throws IOException {
      force(directory.log());
      long last = forced.lastIndex() - random.nextInt(5);
      if (last <= Math.max(snapshot.index(), forced.base().index())) {
        return;
      }
      attemptedSnapshot = forced.positionAt(last);
      Logs.snapshot(directory.snapshots(), attemptedSnapshot, "x".repeat(random.nextInt(9) + 1));
      snapshot = attemptedSnapshot;
      if (random.nextInt(4) > 0) {
        directory.log().dropUpTo(last - random.nextLong(last - forced.base().index()));
        directory.snapshots().deleteOlder(Long.MAX_VALUE);
      }
    }

    /** Of entries that this log never had. */
    private void install(DataDirectory directory) throws IOException {
      if (vote.term() == 0) {
        return;
      }
      attemptedSnapshot = new LogPosition(lastIndex + 1 + random.nextInt(5), vote.term());
      SnapshotMetadata received = Logs.snapshot(directory.snapshots(), attemptedSnapshot, "there");
      snapshot = attemptedSnapshot;
      unforced.add(log -> new ModelLog(received.last(), List.of()));
      lastIndex = received.last().index();
      directory.log().writer().reset(received);
    }

    private void append(DurableLog log) throws IOException {
      if (vote.term() == 0) {
        return;
      }
      long last = lastIndex;
      long back = random.nextInt(4) == 0 ? random.nextLong(last - snapshot.index() + 1) : 0;
      List<Entry> entries =
          Logs.entries(last - back + 1, last - back + 1 + random.nextInt(8), vote.term());
      entries.forEach(entry -> unforced.add(model -> model.with(entry)));
      lastIndex = entries.get(entries.size() - 1).index();
      log.writer().append(entries);
    }
  }
}
