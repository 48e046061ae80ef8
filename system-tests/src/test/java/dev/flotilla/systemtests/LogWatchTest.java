package dev.flotilla.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a log is counted by its files, and an installation is told from the rest. */
class LogWatchTest {
  @TempDir private Path data;
  @TempDir private Path elsewhere;
  private Path events;
  private long nowNanos;

  @BeforeEach
  void begin() throws IOException {
    events = elsewhere.resolve("events");
    Files.writeString(data.resolve("log-mark"), "");
    make(1);
    make(2);
  }

  @Test
  void segmentsThatAreBegunAndDroppedAreCountedOnce() throws IOException {
    LogWatch watch = start();
    look(watch);
    make(3);
    look(watch);
    assertThat(counted()).isEqualTo(counts(0, 0, 0));
    make(4);
    drop(1);
    drop(2);
    look(watch);
    look(watch);
    look(watch);
    assertThat(counted()).isEqualTo(counts(2, 2, 0));
  }

  @Test
  void whatALogDropsThatBeginsAnewCountsAsTheInstallationAlone() throws Exception {
    LogWatch watch = start();
    look(watch);
    look(watch);
    drop(1);
    drop(2);
    make(3);
    make(4);
    look(watch);
    Thread apply =
        new Thread(
            () -> {
              try {
                watch.restoreFrom(InputStream.nullInputStream(), 7);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    apply.start();
    apply.join();
    look(watch);
    look(watch);
    look(watch);
    assertThat(counted()).isEqualTo(counts(0, 0, 1));
  }

  @Test
  void aStateThatIsRestoredAtAStartIsNoInstallation() throws IOException {
    LogWatch watch = start();
    watch.restoreFrom(InputStream.nullInputStream(), 7);
    assertThat(counted()).isEqualTo(counts(0, 0, 0));
  }

  @Test
  void aLaterLifeGoesOnCounting() throws IOException {
    for (int life = 1; life <= 2; life++) {
      LogWatch watch = start();
      look(watch);
      make(2 + life);
      look(watch);
      look(watch);
      watch.terminate();
    }
    assertThat(counted()).isEqualTo(counts(2, 0, 0));
  }

  @Test
  void whatDidNotHappenIsNamed() throws IOException {
    Files.writeString(events, "SEGMENT_BEGUN\nSEGMENT_BEGUN\n");
    Turnover turnover = Turnover.read(List.of(events));
    assertThat(turnover.missing()).containsExactly("no segment dropped", "no snapshot installed");
    assertThat(turnover).hasToString("segment begun 2, segment dropped 0, snapshot installed 0");
    Files.writeString(events, "SEGMENT_DROPPED\nSNAPSHOT_INSTALLED\nSEGMENT_BEGUN\n");
    assertThat(Turnover.read(List.of(events, events)).missing()).isEmpty();
  }

  private LogWatch start() throws IOException {
    LogWatch watch =
        new LogWatch(new Nothing(), data, events, UnaryOperator.identity(), () -> nowNanos);
    watch.initialize(data);
    return watch;
  }

  private void look(LogWatch watch) {
    watch.apply(List.of());
    nowNanos += TimeUnit.SECONDS.toNanos(1);
  }

  private void make(int segment) throws IOException {
    Files.writeString(segment(segment), "");
  }

  private void drop(int segment) throws IOException {
    Files.delete(segment(segment));
  }

  private Path segment(int number) {
    return data.resolve("log-%010d".formatted(number));
  }

  private String counted() throws IOException {
    return Turnover.read(List.of(events)).toString();
  }

  private static String counts(int begun, int dropped, int installed) {
    return "segment begun %d, segment dropped %d, snapshot installed %d"
        .formatted(begun, dropped, installed);
  }

  private static final class Nothing implements RestorableStateMachine {
    @Override
    public long initialize(Path directory) {
      return 0;
    }

    @Override
    public void recall(int limit, Consumer<Execution> visitor) {}

    @Override
    public List<Result> apply(List<CommittedCommand> batch) {
      return List.of();
    }

    @Override
    public Result query(Bytes query) {
      return Result.ok(query);
    }

    @Override
    public StateSnapshot snapshot() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void restoreFrom(InputStream source, long lastIndex) {}

    @Override
    public void terminate() {}
  }
}
