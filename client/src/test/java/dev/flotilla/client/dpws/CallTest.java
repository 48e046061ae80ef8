package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.raft.model.Bytes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CallTest {
  private static final URI A = URI.create("http://127.0.0.1:1/RAFT_Service");
  private static final URI B = URI.create("http://127.0.0.1:2/RAFT_Service");

  private static final long SEARCH_NANOS = 1_500_000_000;
  private static final String OTHERS = "all are of another group";

  private final PumpedSchedule schedule = new PumpedSchedule();
  private final List<URI> asked = new ArrayList<>();
  private final List<Long> given = new ArrayList<>();
  private final Queue<Consumer<Attempt<String>>> script = new ArrayDeque<>();
  private int searches;
  private Supplier<String> explanation = () -> "nobody answered";
  private Runnable searching = () -> searches++;
  private final Servers servers = new Servers(() -> searching.run());
  private final CallLine line = new CallLine(schedule, 10, 0);

  @Test
  void anAnswerEndsTheCallAndTheServerIsRememberedAsLeader() {
    servers.found(A);
    servers.found(B);
    script.add(notLeader(Optional.of(B)));
    script.add(answered("x"));
    assertThat(run(1_000)).isEqualTo(executed("x"));
    assertThat(asked).containsExactly(A, B);
    assertThat(servers.target()).contains(B);
  }

  @Test
  void anAttemptThatThrowsIsNotTheLast() {
    servers.found(A);
    script.add(
        attempt -> {
          throw new IllegalStateException("planted");
        });
    script.add(answered("x"));
    assertThat(run(1_000)).isEqualTo(executed("x"));
  }

  @Test
  void aCallWhoseEveryAttemptThrowsEndsAtItsDeadline() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(
          attempt -> {
            throw new IllegalStateException("planted");
          });
    }
    assertThat(run(1_000)).isInstanceOf(CommandOutcome.Unknown.class);
  }

  @Test
  void aRedirectionIsFollowedWithoutAWait() {
    servers.found(A);
    script.add(notLeader(Optional.of(B)));
    script.add(answered("x"));
    run(1_000);
    assertThat(schedule.waits()).isEmpty();
  }

  @Test
  void aServerThatNamesItselfIsNotAskedAgainAtOnce() {
    servers.found(A);
    script.add(notLeader(Optional.of(A)));
    script.add(answered("x"));
    run(1_000);
    assertThat(schedule.waits()).hasSize(1);
  }

  @Test
  void waitsGrowUpToTheirBound() {
    RetryPolicy growing =
        RetryPolicy.between(Duration.ZERO, Duration.ofMillis(100))
            .startingAt(Duration.ofMillis(10));
    assertThat(List.of(0, 1, 2, 3, 4, 1_000_000))
        .extracting(waits -> growing.limit(waits).toMillis())
        .containsExactly(10L, 20L, 40L, 80L, 100L, 100L);
  }

  @Test
  void serversThatRedirectToEachOtherAreNotAskedInATightLoop() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(notLeader(Optional.of(i % 2 == 0 ? B : A)));
    }
    assertThat(run(1_000)).isInstanceOf(CommandOutcome.Refused.class);
    assertThat(schedule.waits()).hasSizeGreaterThanOrEqualTo(asked.size() / 4 - 1);
    assertThat(asked.size()).isLessThan(1_000);
  }

  @Test
  void refusalsOnlyEndAsRefusedWithTheLastReason() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(refused(RefusalReason.BUSY, "full"));
    }
    assertThat(run(500)).isEqualTo(new CommandOutcome.Refused(RefusalReason.BUSY, A + ": full"));
  }

  @Test
  void aRefusalIsNotPutAtRiskByAnAttemptInTheLastMoments() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(refused(RefusalReason.BUSY, "full"));
    }
    for (int deadlineMillis = 100; deadlineMillis < 1_000; deadlineMillis += 100) {
      run(deadlineMillis);
    }
    assertThat(given).allMatch(millis -> millis >= Call.SHORTEST_RETRY_MILLIS);
  }

  @Test
  void aShortDeadlineStillHasItsFirstAttempt() {
    servers.found(A);
    script.add(answered("in time"));
    assertThat(run(Call.SHORTEST_RETRY_MILLIS / 2)).isEqualTo(executed("in time"));
  }

  @Test
  void aLeaderWithoutRoomIsAskedAgainAndThenWhomItNames() {
    servers.found(A);
    servers.found(B);
    script.add(refused(RefusalReason.DISK_FULL, "full"));
    script.add(notLeader(Optional.of(B)));
    script.add(answered("executed"));
    assertThat(run(5_000)).isEqualTo(executed("executed"));
    assertThat(asked).containsExactly(A, A, B);
  }

  @Test
  void oneUncertainAttemptMakesTheEndUnknownWhateverFollows() {
    servers.found(A);
    script.add(perhaps("timed out"));
    for (int i = 0; i < 1_000; i++) {
      script.add(notLeader(Optional.empty()));
    }
    assertThat(run(500)).isInstanceOf(CommandOutcome.Unknown.class);
  }

  @Test
  void anInvalidCommandAfterAnUncertainAttemptIsUnknownToo() {
    servers.found(A);
    script.add(perhaps("timed out"));
    script.add(refused(RefusalReason.INVALID, "same uid, another command"));
    assertThat(run(500)).isInstanceOf(CommandOutcome.Unknown.class);
  }

  @Test
  void anUncertainAttemptIsRepeatedUntilItIsAnswered() {
    servers.found(A);
    servers.found(B);
    script.add(perhaps("timed out"));
    script.add(answered("first result"));
    assertThat(run(500)).isEqualTo(executed("first result"));
    assertThat(asked).containsExactly(A, B);
  }

  @Test
  void withoutAServerItSearchesUntilTheDeadlineAndIsRefused() {
    assertThat(run(500))
        .isEqualTo(
            new CommandOutcome.Refused(
                RefusalReason.NO_SERVER, "no server of the group was found: nobody answered"));
    assertThat(searches).isPositive();
    assertThat(schedule.nanoTime()).isGreaterThanOrEqualTo(500_000_000L);
  }

  @Test
  void aRefusalSaysWhatTheSearchFoundAfterTheLastAttempt() {
    explanation = () -> schedule.nanoTime() < 500_000_000L ? "nobody answered" : "it is down";
    assertThat(run(500)).asString().contains("it is down");
  }

  @Test
  void aServerThatIsFoundWithinASecondIsAskedSoon() {
    searching =
        () -> {
          searches++;
          if (searches == 20) {
            servers.found(A);
          }
        };
    script.add(answered("x"));
    assertThat(run(10_000)).isEqualTo(executed("x"));
    assertThat(schedule.waits().stream().mapToLong(it -> it).sum()).isLessThanOrEqualTo(100);
  }

  @Test
  void aSearchThatFoundAnotherGroupEndsTheCallAtOnce() {
    explanation = () -> searches < 3 ? "nobody answered" : OTHERS;
    assertThat(run(60_000))
        .isEqualTo(
            new CommandOutcome.Refused(
                RefusalReason.WRONG_GROUP, "no server of the group was found: " + OTHERS));
    assertThat(schedule.nanoTime()).isLessThan(5_000_000_000L);
  }

  @Test
  void aLaterCallSearchesFromItsStartAndFindsTheGroup() {
    explanation = () -> OTHERS;
    assertThat(run(60_000)).asString().contains("WRONG_GROUP");
    schedule.pass(60_000);
    searching = () -> servers.found(A);
    script.add(answered("executed"));
    assertThat(run(60_000)).isEqualTo(executed("executed"));
  }

  @Test
  void theEndOfACallMakesASearchForTheNext() {
    explanation = () -> OTHERS;
    run(60_000);
    assertThat(searches).isEqualTo(schedule.waits().size() + 1);
  }

  @Test
  void aCallWhoseTimeIsOverSaysWhatWasMissing() {
    assertThat(run(0)).asString().contains("no server of the group was found");
    servers.found(A);
    assertThat(run(0)).asString().contains("before a server was asked");
    assertThat(asked).isEmpty();
  }

  @Test
  void waitsLieWithinThePolicy() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(refused(RefusalReason.BUSY, "full"));
    }
    run(10_000);
    List<Long> all = new ArrayList<>(schedule.waits());
    assertThat(all.subList(0, all.size() - 1)).allMatch(wait -> wait >= 10 && wait <= 1_000);
    assertThat(all.get(0)).isLessThanOrEqualTo(100);
    assertThat(all.stream().distinct().count()).isGreaterThan(10);
  }

  @Test
  void closingWhileAServerIsAskedIsUnknownAndBeforeIsRefused() {
    servers.found(A);
    script.add(attempt -> {});
    assertThat(endOfClosed(call(1_000))).isInstanceOf(CommandOutcome.Unknown.class);

    servers.failed(A);
    script.add(refused(RefusalReason.BUSY, "full"));
    assertThat(endOfClosed(call(1_000)))
        .isEqualTo(new CommandOutcome.Refused(RefusalReason.CLOSED, "the client was closed"));
  }

  @Test
  void whatWasReportedRefusedIsNotSentLater() {
    servers.found(A);
    script.add(refused(RefusalReason.BUSY, "full"));
    script.add(answered("executed after all"));
    assertThat(endOfClosed(call(1_000))).isInstanceOf(CommandOutcome.Refused.class);
    while (schedule.runNext()) {
      assertThat(asked).hasSize(1);
    }
    assertThat(asked).hasSize(1);
  }

  private CommandOutcome endOfClosed(Scripted call) {
    line.enter(call);
    call.abandon();
    return call.end().toCompletableFuture().join();
  }

  /** A call whose attempts end as the script says. */
  private final class Scripted extends Call<String, CommandOutcome> {
    Scripted(Context context, long timeoutMillis) {
      super(context, servers, timeoutMillis);
    }

    @Override
    void attempt(URI server, long leftMillis) {
      asked.add(server);
      given.add(leftMillis);
      script.remove().accept(this);
    }

    @Override
    public void answered(String answer) {
      end(executed(answer));
    }

    @Override
    CommandOutcome refusal(RefusalReason reason, String detail) {
      return new CommandOutcome.Refused(reason, detail);
    }

    @Override
    CommandOutcome uncertainty(RefusalReason reason, String detail) {
      return new CommandOutcome.Unknown(detail);
    }
  }

  private static Consumer<Attempt<String>> answered(String answer) {
    return attempt -> attempt.answered(answer);
  }

  private static Consumer<Attempt<String>> notLeader(Optional<URI> leader) {
    return attempt -> attempt.notLeader(leader);
  }

  private static Consumer<Attempt<String>> refused(RefusalReason reason, String detail) {
    return attempt -> attempt.refused(reason, detail);
  }

  private static Consumer<Attempt<String>> perhaps(String detail) {
    return attempt -> attempt.perhaps(detail);
  }

  private static CommandOutcome executed(String answer) {
    return new CommandOutcome.Executed(new Answer(true, Bytes.utf8(answer)));
  }

  private Scripted call(long timeoutMillis) {
    Call.NoServer noServer =
        new Call.NoServer() {
          @Override
          public String explanation() {
            return explanation.get();
          }

          @Override
          public boolean isFinal(long searchedNanos) {
            return explanation.get().equals(OTHERS) && searchedNanos >= SEARCH_NANOS;
          }
        };
    PinnedGroup group = new PinnedGroup("test", Optional.empty(), Optional.empty(), false);
    return new Scripted(
        new Call.Context(
            line, schedule, RetryPolicy.DEFAULT, new SplittableRandom(7), group, noServer),
        timeoutMillis);
  }

  private CommandOutcome run(long timeoutMillis) {
    Scripted call = call(timeoutMillis);
    line.enter(call);
    CompletableFuture<CommandOutcome> end = call.end().toCompletableFuture();
    while (!end.isDone()) {
      assertThat(schedule.runNext()).as("the call waits for nothing").isTrue();
    }
    return end.join();
  }
}
