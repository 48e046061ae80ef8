package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.AnswerTimes;
import dev.flotilla.bench.client.IterationResult;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.KillRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static final int COMMANDS = 90;

  @Test
  void clockKillsComeAtTheirTimesAndHitDifferentServers() throws Exception {
    Cluster cluster = cluster(5);
    FaultSchedule faults = schedule(cluster, Scenario.FOLLOWER_AND_LEADER, Trigger.CLOCK);

    faults.progressed(0, Duration.ZERO);
    faults.progressed(80, Duration.ofMillis(450));
    assertThat(cluster.servers().running()).hasSize(5);
    faults.progressed(80, Duration.ofMillis(500));
    faults.progressed(80, Duration.ofMillis(950));
    assertThat(cluster.servers().running()).containsExactly(2, 3, 4, 5);
    faults.progressed(80, Duration.ofMillis(1_001));
    faults.progressed(90, Duration.ofSeconds(2));

    assertThat(cluster.servers().running()).containsExactly(2, 3, 4);
    assertThat(faults.records(result(3_000)))
        .extracting(KillRecord::role, KillRecord::server, KillRecord::afterEnd)
        .containsExactly(tuple("follower", 1, false), tuple("leader", 5, false));
  }

  @Test
  void progressKillsComeAtAThirdAndTwoThirds() throws Exception {
    Cluster cluster = cluster(5);
    FaultSchedule faults = schedule(cluster, Scenario.TWO_FOLLOWERS, Trigger.PROGRESS);

    faults.progressed(29, Duration.ofSeconds(9));
    assertThat(cluster.servers().running()).hasSize(5);
    faults.progressed(31, Duration.ofSeconds(9));
    assertThat(cluster.servers().running()).hasSize(4);
    faults.progressed(59, Duration.ofSeconds(9));
    assertThat(cluster.servers().running()).hasSize(4);
    faults.progressed(61, Duration.ofSeconds(9));

    assertThat(cluster.servers().running()).containsExactly(3, 4, 5);
  }

  @Test
  void theRecordSaysHowMuchWasAcknowledgedByThen() throws Exception {
    Cluster cluster = cluster(3);
    FaultSchedule faults = schedule(cluster, Scenario.ONE_LEADER, Trigger.PROGRESS);
    faults.progressed(31, Duration.ofSeconds(1));

    KillRecord kill = faults.records(result(2_000)).get(0);

    assertThat(kill.server()).isEqualTo(3);
    assertThat(kill.atMillis()).isBetween(1_000.0, 1_999.0);
    assertThat(kill.acknowledgedShare()).isEqualTo(0.3333);
    assertThat(kill.afterEnd()).isFalse();
  }

  @Test
  void aKillThatDidNotComeIsMarkedAndKillsNobody() throws Exception {
    Cluster cluster = cluster(3);
    FaultSchedule faults = schedule(cluster, Scenario.ONE_FOLLOWER, Trigger.CLOCK);
    faults.progressed(90, Duration.ofMillis(300));

    assertThat(faults.records(result(310)))
        .containsExactly(new KillRecord("follower", 1, 500, 0.3333, true));
    assertThat(cluster.servers().running()).hasSize(3);
  }

  @Test
  void silenceIsMeasuredFromTheFirstKill() throws Exception {
    FaultSchedule faults = schedule(cluster(3), Scenario.ONE_LEADER, Trigger.CLOCK);
    assertThat(faults.silenceMillis(result(900))).isEqualTo(870.0);

    faults.progressed(31, Duration.ofMillis(500));

    assertThat(faults.silenceMillis(result(900))).isBetween(1.0, 400.0);
  }

  /** Thirty answers, one each millisecond, then nothing. */
  private static IterationResult result(long millis) {
    LoadResult load =
        new LoadResult(30, millis * 1_000_000, Map.of("lost", 60L), LoadResult.newHistogram());
    AnswerTimes times = AnswerTimes.of(LongStream.rangeClosed(1, 30).map(i -> i * 1_000));
    return new IterationResult(load, times, List.of(millis * 1_000));
  }

  private static FaultSchedule schedule(Cluster cluster, Scenario scenario, Trigger trigger) {
    Cell cell = new Cell("a", cluster.servers().size(), 1, scenario, trigger);
    return new FaultSchedule(cluster, PaperTiming.PAPER.kills(cell), COMMANDS, () -> 0);
  }

  /** The running server with the highest number leads. */
  private static Cluster cluster(int size) throws IOException {
    ServerProcesses servers =
        ServerProcesses.start(
            new ClusterPlan(size, new ImmortalHost()), new InMemorySystem.Instant());
    return new Cluster("here", servers, running -> OptionalInt.of(Collections.max(running)));
  }

  private record ImmortalHost() implements ServerHost {
    @Override
    public Endpoint reserve(int number, int ports) {
      return new Endpoint("127.0.0.1", List.of(20_000 + number));
    }

    @Override
    public HostedProcess start(String name, SystemUnderTest system, ServerPlan plan) {
      return new Immortal(name);
    }

    @Override
    public void requireReachable() {}

    @Override
    public void requireRoom() {}

    @Override
    public void close() {}
  }

  private record Immortal(String name) implements HostedProcess {
    @Override
    public Path log() {
      return Path.of(name);
    }

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public Duration cpuTime() {
      return Duration.ZERO;
    }

    @Override
    public void kill() {}

    @Override
    public boolean awaitExit(Duration timeout) {
      return false;
    }

    @Override
    public SystemFailedException diedUnexpectedly(String when) {
      return new SystemFailedException(name + " died " + when);
    }
  }
}
