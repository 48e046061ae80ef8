package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories; {@code -Dcluster.seed=N} repeats one, as a failure prints it. */
final class RandomClusterTest {
  private static final int HISTORIES = 12;
  private static final int STEPS = 6000;

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
      RandomCluster cluster = live(size, seed);
      confirmedReads += cluster.promises.confirmedReads();
      committed += cluster.promises.commitIndex();
      elections += cluster.promises.elections();
      restarts += cluster.restarts();
      restorations += cluster.restorations();
      replayedSteps += cluster.replayedSteps();
    }
    // Histories in which little happens would prove little.
    if (seeds().length > 1) {
      assertThat(committed).as("committed entries").isGreaterThan(200);
      assertThat(elections).as("leaders").isGreaterThan(20);
      assertThat(restarts).as("restarts").isGreaterThan(50);
      assertThat(confirmedReads).as("confirmed reads").isGreaterThan(50);
      assertThat(restorations)
          .as("restorations from a snapshot")
          .isGreaterThanOrEqualTo(size == 1 ? 0 : 3);
      assertThat(replayedSteps).as("calls repeated on a new object").isGreaterThan(10_000);
    }
  }

  private static RandomCluster live(int size, long seed) {
    try {
      RandomCluster cluster = new RandomCluster(size, seed);
      cluster.misbehave(STEPS);
      cluster.recover();
      return cluster;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          size + " servers; repeat with -Dcluster.seed=" + seed + ": " + e.getMessage(), e);
    }
  }

  private static long[] seeds() {
    Long only = Long.getLong("cluster.seed");
    return only != null ? new long[] {only} : new Random(42).longs(HISTORIES).toArray();
  }
}
