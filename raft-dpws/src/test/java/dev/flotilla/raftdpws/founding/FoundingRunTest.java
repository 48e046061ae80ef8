package dev.flotilla.raftdpws.founding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A run whose thread is busy, so that what is handed to it piles up. */
class FoundingRunTest {
  private static final Founder SELF = founder(1);
  private static final Founder OTHER = founder(2);
  private static final FoundingList LIST = new FoundingList("g", List.of(SELF, OTHER));

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1);
  private final CompletableFuture<Duration> probed = new CompletableFuture<>();
  private final FoundingWorld.Ledger record = new FoundingWorld.Ledger();

  @BeforeEach
  void keepTheThreadBusy() throws InterruptedException {
    thread.execute(
        () -> {
          begun.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    // Only now it is counted exactly once.
    begun.await();
  }

  @AfterEach
  void letGo() {
    release.countDown();
    thread.shutdown();
  }

  @Test
  void anAddressAnnouncedAgainWaitsOnce() {
    FoundingRun run = run();
    for (int i = 0; i < 100; i++) {
      run.announced(sighting(url(7)));
    }

    assertThat(waiting()).isEqualTo(1);
  }

  @Test
  void onlySoManyAnnouncedAddressesWait() {
    FoundingRun run = run();
    for (int port = 1; port <= 1_000; port++) {
      run.announced(sighting(url(port)));
    }

    assertThat(waiting()).isEqualTo(GroupSearch.MAX_ANNOUNCED);
  }

  @Test
  void whoIsAnnouncedToAFoundedServerIsOfNoInterest() {
    record.accept(LIST);
    record.markFounded();
    run().announced(sighting(url(7)));

    assertThat(waiting()).isZero();
  }

  @Test
  void onlySoManyProposalsWaitAndMoreAreRefused() {
    FoundingRun run = run();
    FoundRequest request = new FoundRequest(1, OTHER.member(), SELF.member(), LIST);
    List<CompletableFuture<FoundResponse>> answers = new ArrayList<>();
    for (int i = 0; i <= FoundingRun.MAX_REQUESTED; i++) {
      answers.add(run.requested(request).toCompletableFuture());
    }

    assertThat(waiting()).isEqualTo(FoundingRun.MAX_REQUESTED);
    CompletableFuture<FoundResponse> last = answers.remove(FoundingRun.MAX_REQUESTED);
    assertThat(last.handle((answer, failure) -> Optional.ofNullable(failure).orElseThrow()))
        .isCompletedWithValueMatching(it -> it.getMessage().contains("propose again later"));
    release.countDown();
    answers.forEach(CompletableFuture::join);
    assertThat(run.requested(request).toCompletableFuture().join().from()).isEqualTo(SELF.member());
  }

  /** On a busy machine no founder heard itself, and all founded without being sure. */
  @Test
  void answersCountForAsLongAsItSearches() throws Exception {
    FoundingPlan.Pace pace = FoundingPlan.Pace.forAnswerDelay(0);
    FoundingRun run = run(pace);
    release.countDown();
    run.start();

    assertThat(Await.result(probed)).isEqualTo(Duration.ofNanos(pace.silence()));
    run.close();
  }

  @Test
  void whatComesAfterTheThreadHasEndedIsPassedOverOrRefused() {
    FoundingRun run = run();
    thread.shutdown();

    run.announced(sighting(url(7)));
    FoundRequest request = new FoundRequest(1, OTHER.member(), SELF.member(), LIST);
    for (int i = 0; i <= FoundingRun.MAX_REQUESTED; i++) {
      assertThatThrownBy(() -> run.requested(request).toCompletableFuture().join())
          .hasMessageContaining("closed");
    }
    run.close();
  }

  private FoundingRun run() {
    return run(FoundingWorld.PACE);
  }

  private FoundingRun run(FoundingPlan.Pace pace) {
    FoundingPlan plan = new FoundingPlan("g", SELF, 2, pace);
    return new FoundingRun(
        plan,
        record,
        List.of(),
        AddressDirectory.inMemory(),
        new NobodyAnswers(),
        (answersCount, heardItself) -> probed.complete(answersCount),
        thread);
  }

  /** All but the task that keeps the thread busy. */
  private long waiting() {
    return thread.getTaskCount() - 1;
  }

  private static final class NobodyAnswers implements FoundingRun.Calls {
    @Override
    public CompletionStage<StatusResponse> status(URI address) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<FoundResponse> found(URI address, FoundRequest request) {
      return new CompletableFuture<>();
    }
  }

  private static Founder founder(int number) {
    Member member = new Member(new NodeId(new UUID(0, number)), new Incarnation(1, number));
    return new Founder(member, url(number));
  }

  private static ServerSighting sighting(URI address) {
    return new ServerSighting(OTHER.member().id(), address, Optional.empty());
  }

  private static URI url(int port) {
    return URI.create("http://host:" + port + "/RAFT_Service");
  }
}
