package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Members;
import dev.flotilla.testing.Sample;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories; {@code -Dcluster.seed=N} repeats one, as a failure prints it. */
@Tag("slow")
final class RandomClusterTest {
  private static final int HISTORIES = Integer.getInteger("cluster.histories", Sample.of(12, 4));
  private static final int STEPS = 6000;
  private static final RecordedHashes RECORDED = RecordedHashes.load();

  /** After a calm, there are members to change again. */
  private static final int SPELLS = 4;

  @ParameterizedTest(name = "{0} servers")
  @ValueSource(ints = {1, 3, 5})
  void promisesAreKeptThroughLossAndCrashesAndAllLogsEndAlike(int size) {
    long confirmedReads = 0;
    long restarts = 0;
    long committed = 0;
    long elections = 0;
    long replayedSteps = 0;
    long restorations = 0;
    for (long seed : seeds()) {
      RandomCluster cluster = live(Members.group(size), Members.group(size), seed);
      confirmedReads += cluster.promises.confirmedReads();
      committed += cluster.promises.commitIndex();
      elections += cluster.promises.elections();
      restarts += cluster.restarts();
      restorations += cluster.restorations();
      replayedSteps += cluster.replayedSteps();
    }
    // Histories in which little happens would prove little.
    if (seeds().length > 1) {
      assertThat(committed).as("committed entries").isGreaterThan(Sample.of(200, 30));
      assertThat(elections).as("leaders").isGreaterThan(Sample.of(20, 3));
      assertThat(restarts).as("restarts").isGreaterThan(Sample.of(50, 5));
      assertThat(confirmedReads).as("confirmed reads").isGreaterThan(Sample.of(50, 5));
      assertThat(restorations)
          .as("restorations from a snapshot")
          .isGreaterThanOrEqualTo(size == 1 ? 0 : Sample.of(3, 0));
      assertThat(replayedSteps)
          .as("calls repeated on a new object")
          .isGreaterThan(Sample.of(10_000, 1_000));
    }
  }

  /** Who founds the group is a part of all the servers that come and go. */
  @ParameterizedTest(name = "{0} of 6 servers")
  @ValueSource(ints = {1, 3})
  void promisesAreKeptWhileMembersChangeThroughLossAndCrashes(int size) {
    long changes = 0;
    for (long seed : seeds()) {
      RandomCluster cluster = live(Members.group(size), Members.group(6), seed);
      changes += cluster.promises.changes();
    }
    if (seeds().length > 1) {
      assertThat(changes).as("changes of voters made").isGreaterThan(Sample.of(10, 1));
    }
  }

  /** Who founds the group is a part of all the servers that come and go, if those are more. */
  @ParameterizedTest(name = "{0} of {1} servers")
  @CsvSource({"3, 3", "5, 5", "3, 6"})
  void witnessesHoldNoCommandsAndNeverLeadThroughLossAndCrashes(int size, int all) {
    long bareSnapshots = 0;
    long committed = 0;
    for (long seed : seeds()) {
      RandomCluster cluster = live(withWitnesses(size), withWitnesses(all), seed);
      bareSnapshots += cluster.witnesses.bareSnapshots();
      committed += cluster.promises.commitIndex();
    }
    if (seeds().length > 1) {
      assertThat(committed).as("committed entries").isGreaterThan(Sample.of(200, 30));
      assertThat(bareSnapshots)
          .as("snapshots without state")
          .isGreaterThanOrEqualTo(Sample.of(1, 0));
    }
  }

  private static Configuration withWitnesses(int size) {
    return size < 5 ? Members.group(size, 3) : Members.group(size, 3, 5);
  }

  @Test
  void oneServerBecomesThreeThenFiveThenThreeWhileCommandsGoOn() {
    RandomCluster cluster = new RandomCluster(Members.group(1), Members.group(5), 1);
    for (int size : new int[] {3, 5, 3}) {
      cluster.resize(size);
      cluster.recover();
      assertThat(cluster.promises.configuration()).isEqualTo(Members.group(size));
    }
    assertThat(cluster.promises.commitIndex()).isGreaterThan(20);
  }

  private static RandomCluster live(Configuration founders, Configuration everybody, long seed) {
    try {
      RandomCluster cluster = new RandomCluster(founders, everybody, seed);
      cluster.misbehave(STEPS);
      for (int i = 0; !founders.equals(everybody) && i < SPELLS; i++) {
        cluster.calmDown();
        cluster.misbehave(STEPS / SPELLS);
      }
      cluster.recover();
      RECORDED.check(founders, everybody, seed, cluster.promises.hash());
      return cluster;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          founders.voters().size()
              + " of "
              + everybody.voters().size()
              + " servers; repeat with -Dcluster.seed="
              + seed
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private static long[] seeds() {
    Long only = Long.getLong("cluster.seed");
    return only != null ? new long[] {only} : new Random(42).longs(HISTORIES).toArray();
  }
}
