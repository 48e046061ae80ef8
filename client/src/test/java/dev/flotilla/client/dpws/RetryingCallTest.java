package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.CommandOutcome.Reason;
import dev.flotilla.client.RetryPolicy;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RetryingCallTest {
  private static final URI A = URI.create("http://127.0.0.1:1/RAFT_Service");
  private static final URI B = URI.create("http://127.0.0.1:2/RAFT_Service");

  private final PumpedSchedule schedule = new PumpedSchedule();
  private final List<URI> asked = new ArrayList<>();
  private final List<Long> given = new ArrayList<>();
  private final Queue<AttemptOutcome<String>> script = new ArrayDeque<>();
  private int searches;
  private final Servers servers = new Servers(() -> searches++);

  @Test
  void anAnswerEndsTheCallAndTheServerIsRememberedAsLeader() {
    servers.found(A);
    servers.found(B);
    script.add(new AttemptOutcome.NotLeader<>(Optional.of(B)));
    script.add(new AttemptOutcome.Answered<>("x"));
    assertThat(run(1_000)).isEqualTo(new CallEnd.Answered<>("x"));
    assertThat(asked).containsExactly(A, B);
    assertThat(servers.target()).contains(B);
  }

  @Test
  void aRedirectionIsFollowedWithoutAWait() {
    servers.found(A);
    script.add(new AttemptOutcome.NotLeader<>(Optional.of(B)));
    script.add(new AttemptOutcome.Answered<>("x"));
    run(1_000);
    assertThat(schedule.waits()).isEmpty();
  }

  @Test
  void aServerThatNamesItselfIsNotAskedAgainAtOnce() {
    servers.found(A);
    script.add(new AttemptOutcome.NotLeader<>(Optional.of(A)));
    script.add(new AttemptOutcome.Answered<>("x"));
    run(1_000);
    assertThat(schedule.waits()).hasSize(1);
  }

  @Test
  void waitsGrowUpToTheirBound() {
    RetryPolicy growing = new RetryPolicy(0, 100, 10);
    assertThat(List.of(0, 1, 2, 3, 4, 1_000_000))
        .extracting(growing::limitMillis)
        .containsExactly(10, 20, 40, 80, 100, 100);
  }

  @Test
  void serversThatRedirectToEachOtherAreNotAskedInATightLoop() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(new AttemptOutcome.NotLeader<>(Optional.of(i % 2 == 0 ? B : A)));
    }
    assertThat(run(1_000)).isInstanceOf(CallEnd.Refused.class);
    assertThat(schedule.waits()).hasSizeGreaterThanOrEqualTo(asked.size() / 4 - 1);
    assertThat(asked.size()).isLessThan(1_000);
  }

  @Test
  void refusalsOnlyEndAsRefusedWithTheLastReason() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(new AttemptOutcome.NotNow<>(Reason.BUSY, "full"));
    }
    assertThat(run(500)).isEqualTo(new CallEnd.Refused<>(Reason.BUSY, A + ": full"));
  }

  @Test
  void aRefusalIsNotPutAtRiskByAnAttemptInTheLastMoments() {
    servers.found(A);
    for (int i = 0; i < 1_000; i++) {
      script.add(new AttemptOutcome.NotNow<>(Reason.BUSY, "full"));
    }
    for (int deadlineMillis = 100; deadlineMillis < 1_000; deadlineMillis += 100) {
      run(deadlineMillis);
    }
    assertThat(given).allMatch(millis -> millis >= RetryingCall.SHORTEST_RETRY_MILLIS);
  }

  @Test
  void aShortDeadlineStillHasItsFirstAttempt() {
    servers.found(A);
    script.add(new AttemptOutcome.Answered<>("in time"));
    assertThat(run(RetryingCall.SHORTEST_RETRY_MILLIS / 2))
        .isEqualTo(new CallEnd.Answered<>("in time"));
  }

  @Test
  void aLeaderWithoutRoomIsAskedAgainAndThenWhomItNames() {
    servers.found(A);
    servers.found(B);
    script.add(new AttemptOutcome.NotNow<>(Reason.DISK_FULL, "full"));
    script.add(new AttemptOutcome.NotLeader<>(Optional.of(B)));
    script.add(new AttemptOutcome.Answered<>("executed"));
    assertThat(run(5_000)).isEqualTo(new CallEnd.Answered<>("executed"));
    assertThat(asked).containsExactly(A, A, B);
  }

  @Test
  void oneUncertainAttemptMakesTheEndUnknownWhateverFollows() {
    servers.found(A);
    script.add(new AttemptOutcome.Perhaps<>("timed out"));
    for (int i = 0; i < 1_000; i++) {
      script.add(new AttemptOutcome.NotLeader<>(Optional.empty()));
    }
    assertThat(run(500)).isInstanceOf(CallEnd.Unknown.class);
  }

  @Test
  void anInvalidCommandAfterAnUncertainAttemptIsUnknownToo() {
    servers.found(A);
    script.add(new AttemptOutcome.Perhaps<>("timed out"));
    script.add(new AttemptOutcome.Never<>(Reason.INVALID, "same uid, another command"));
    assertThat(run(500)).isInstanceOf(CallEnd.Unknown.class);
  }

  @Test
  void anUncertainAttemptIsRepeatedUntilItIsAnswered() {
    servers.found(A);
    servers.found(B);
    script.add(new AttemptOutcome.Perhaps<>("timed out"));
    script.add(new AttemptOutcome.Answered<>("first result"));
    assertThat(run(500)).isEqualTo(new CallEnd.Answered<>("first result"));
    assertThat(asked).containsExactly(A, B);
  }

  @Test
  void withoutAServerItSearchesUntilTheDeadlineAndIsRefused() {
    assertThat(run(500))
        .isEqualTo(
            new CallEnd.Refused<>(
                Reason.NO_SERVER, "no server of the group was found: nobody answered"));
    assertThat(searches).isPositive();
    assertThat(schedule.nanoTime()).isGreaterThanOrEqualTo(500_000_000L);
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
      script.add(new AttemptOutcome.NotNow<>(Reason.BUSY, "full"));
    }
    run(10_000);
    List<Long> all = new ArrayList<>(schedule.waits());
    assertThat(all.subList(0, all.size() - 1)).allMatch(wait -> wait >= 10 && wait <= 200);
    assertThat(all.stream().distinct().count()).isGreaterThan(10);
  }

  @Test
  void closingWhileAServerIsAskedIsUnknownAndBeforeIsRefused() {
    servers.found(A);
    CompletableFuture<AttemptOutcome<String>> never = new CompletableFuture<>();
    RetryingCall<String> asking = call(1_000, never);
    CompletionStage<CallEnd<String>> end = asking.start();
    asking.abandon();
    assertThat(end.toCompletableFuture().join()).isInstanceOf(CallEnd.Unknown.class);

    servers.failed(A);
    script.add(new AttemptOutcome.NotNow<>(Reason.BUSY, "full"));
    RetryingCall<String> waiting = call(1_000, null);
    end = waiting.start();
    waiting.abandon();
    assertThat(end.toCompletableFuture().join())
        .isEqualTo(new CallEnd.Refused<>(Reason.CLOSED, "the client was closed"));
  }

  @Test
  void whatWasReportedRefusedIsNotSentLater() {
    servers.found(A);
    script.add(new AttemptOutcome.NotNow<>(Reason.BUSY, "full"));
    script.add(new AttemptOutcome.Answered<>("executed after all"));
    RetryingCall<String> waiting = call(1_000, null);
    CompletionStage<CallEnd<String>> end = waiting.start();
    waiting.abandon();
    assertThat(end.toCompletableFuture().join()).isInstanceOf(CallEnd.Refused.class);
    while (schedule.runNext()) {
      assertThat(asked).hasSize(1);
    }
    assertThat(asked).hasSize(1);
  }

  private RetryingCall<String> call(
      long timeoutMillis, CompletableFuture<AttemptOutcome<String>> fixed) {
    return new RetryingCall<>(
        servers,
        (server, leftMillis) -> {
          asked.add(server);
          given.add(leftMillis);
          return fixed != null ? fixed : CompletableFuture.completedStage(script.remove());
        },
        schedule,
        RetryPolicy.DEFAULT,
        new SplittableRandom(7),
        timeoutMillis,
        () -> "nobody answered");
  }

  private CallEnd<String> run(long timeoutMillis) {
    CompletableFuture<CallEnd<String>> end =
        call(timeoutMillis, null).start().toCompletableFuture();
    while (!end.isDone()) {
      assertThat(schedule.runNext()).as("the call waits for nothing").isTrue();
    }
    return end.join();
  }
}
