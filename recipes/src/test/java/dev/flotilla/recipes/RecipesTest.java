package dev.flotilla.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.OutcomeUnknown;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.recipes.state.Kind;
import dev.flotilla.recipes.state.RecipeCommand;
import dev.flotilla.recipes.state.RecipeResult;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each recipe with two clients of one server. */
@Tag("slow")
class RecipesTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration BRIEF = Duration.ofMillis(50);

  @TempDir private Path directory;
  private RecipeServers servers;
  private Recipes alice;
  private Recipes bob;

  @BeforeEach
  void start() throws IOException {
    servers = new RecipeServers(directory, 1);
    alice = servers.connect();
    bob = servers.connect();
  }

  @AfterEach
  void end() {
    alice.close();
    bob.close();
    servers.close();
  }

  private int waiting(String lock) {
    return waiting(alice, lock);
  }

  static int waiting(Recipes asked, String lock) {
    return waiting(asked, Kind.LOCK, lock);
  }

  static int waiting(Recipes asked, Kind kind, String name) {
    RecipeResult found = asked.client().execute(new RecipeCommand.Look(kind, name)).result();
    return ((RecipeResult.Holders) found).waiting();
  }

  /** On a busy machine the group may answer after the time of a call. */
  private static <T> T answered(Callable<T> call) {
    return Await.present(
        () -> "an answer in time",
        () -> {
          try {
            return Optional.of(call.call());
          } catch (OutcomeUnknown e) {
            return Optional.empty();
          }
        });
  }

  /** Runs something that waits, on a thread of its own. */
  static <T> CompletableFuture<T> begun(Callable<T> task) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return task.call();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        task1 -> new Thread(task1, "test-waits").start());
  }

  @Test
  void aLockIsHeldByOneAndHandedOn() throws Exception {
    Hold first = alice.lock("a").acquire();
    assertThat(first.isHeld()).isTrue();
    assertThat(bob.lock("a").tryAcquire()).isEmpty();
    assertThat(alice.lock("a").tryAcquire()).isEmpty();
    CompletableFuture<Hold> waits = begun(bob.lock("a")::acquire);
    assertThat(answered(() -> bob.lock("a").acquire(BRIEF))).isEmpty();
    assertThat(waits).isNotDone();
    first.close();
    Hold second = Await.result(waits);
    assertThat(second.token()).isGreaterThan(first.token());
    assertThat(first.isHeld()).isFalse();
    second.close();
    // What bob waited for in vain is given up after him, and may be in line for a moment.
    Await.until(() -> "it is free", () -> alice.lock("a").tryAcquire().isPresent());
  }

  /** Joins again when a busy machine has lost a short lease before it was told. */
  static void joinUntil(Membership members, String data, BooleanSupplier isTold) throws Exception {
    AtomicReference<Hold> joined = new AtomicReference<>(members.join(data));
    Await.until(
        () -> "the listener sees the member",
        () -> {
          if (!joined.get().isHeld()) {
            joined.set(members.join(data));
          }
          return isTold.getAsBoolean();
        });
  }

  @Test
  void readersShareALock() throws Exception {
    Hold first = alice.lock("a").acquireShared();
    try (Hold second = bob.lock("a").acquireShared()) {
      assertThat(second.token()).isEqualTo(first.token());
      assertThat(bob.lock("a").tryAcquire()).isEmpty();
    }
    first.close();
    assertThat(bob.lock("a").tryAcquire()).isPresent();
  }

  @Test
  void aLostClientIsToldAndItsLockGoesToTheNext() throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    try (Recipes short1 = servers.connect(SHORT);
        Recipes short2 = servers.connect(SHORT)) {
      Hold held = short1.lock("a").acquire().onLost(lost::countDown);
      CompletableFuture<Hold> waits = begun(() -> answered(short2.lock("a")::acquire));
      short1.client().close(); // As if the network were gone: it cannot renew any more.
      Await.zero(lost);
      assertThat(held.isHeld()).isFalse();
      assertThat(held.left()).isZero();
      assertThat(Await.result(waits).token()).isGreaterThan(held.token());
    }
  }

  @Test
  void aHoldIsRenewedForLongerThanItsLease() throws Exception {
    // A machine that stands still for a lease loses it: then a longer one may show it.
    AtomicReference<Duration> lease = new AtomicReference<>(SHORT);
    Await.until(
        () -> "no hold outlived four leases",
        () -> isRenewedForFourTimes(lease.getAndUpdate(it -> it.multipliedBy(2))));
  }

  private boolean isRenewedForFourTimes(Duration lease) throws Exception {
    try (Recipes short1 = servers.connect(lease);
        Hold held = short1.lock("a").acquire()) {
      Optional<Hold> other = answered(() -> bob.lock("a").acquire(lease.multipliedBy(4)));
      other.ifPresent(Hold::close);
      return other.isEmpty() && held.isHeld();
    }
  }

  @Test
  void anElectionHasOneLeaderAndTellsWho() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    Listening listening =
        bob.election("e").listen(it -> told.add(it.map(LeaderElection.Leader::data).orElse("-")));
    Hold first = alice.election("e").campaign("alice");
    Await.until(() -> "alice is told", () -> told.contains("alice"));
    assertThat(bob.election("e").leader())
        .contains(new LeaderElection.Leader("alice", first.token()));
    CompletableFuture<Hold> waits = begun(() -> bob.election("e").campaign("bob"));
    first.close();
    assertThat(Await.result(waits).token()).isGreaterThan(first.token());
    Await.until(() -> "bob is told", () -> told.contains("bob"));
    listening.close();
  }

  @Test
  void aSemaphoreGivesItsPermits() throws Exception {
    Hold two = alice.semaphore("s", 3).acquire(2);
    assertThat(bob.semaphore("s", 3).tryAcquire(2)).isEmpty();
    assertThat(bob.semaphore("s", 3).tryAcquire(1)).isPresent();
    CompletableFuture<Hold> waits = begun(() -> bob.semaphore("s", 3).acquire(2));
    two.close();
    assertThat(Await.result(waits).isHeld()).isTrue();
    assertThatThrownBy(() -> alice.semaphore("s", 4).acquire())
        .isInstanceOf(RecipesFull.class)
        .hasMessageContaining("has 3 permits or parties now, not 4");
  }

  @Test
  void aCounterCounts() {
    assertThat(alice.counter("c").increment()).isEqualTo(1);
    assertThat(bob.counter("c").add(4)).isEqualTo(5);
    assertThat(bob.counter("c").compareAndSet(4, 9)).isFalse();
    assertThat(bob.counter("c").compareAndSet(5, Long.MAX_VALUE)).isTrue();
    assertThatThrownBy(() -> alice.counter("c").increment())
        .isInstanceOf(ArithmeticException.class);
    assertThat(alice.counter("c").set(3)).isEqualTo(Long.MAX_VALUE);
    assertThat(bob.counter("c").get()).isEqualTo(3);
  }

  @Test
  void aQueueGivesEachItemOnce() throws Exception {
    SharedQueue<String> jobs = alice.queue("q", RecordCodec.forValues(String.class));
    SharedQueue<String> same = bob.queue("q", RecordCodec.forValues(String.class));
    jobs.offer("one");
    jobs.offer("two");
    try (SharedQueue.Taken<String> taken = same.take()) {
      assertThat(taken.item()).isEqualTo("one");
      assertThat(jobs.size()).isEqualTo(1);
    }
    SharedQueue.Taken<String> again = jobs.take();
    assertThat(again.item()).isEqualTo("one");
    assertThat(again.done()).isTrue();
    assertThat(same.poll()).contains("two");
    CompletableFuture<SharedQueue.Taken<String>> waits = begun(same::take);
    jobs.offer("three");
    assertThat(Await.result(waits).item()).isEqualTo("three");
    assertThat(answered(() -> jobs.take(BRIEF))).isEmpty();
  }

  @Test
  void aBarrierWaitsForAll() throws Exception {
    CompletableFuture<Boolean> first = begun(() -> alice.barrier("b", 2).await(Await.limit()));
    assertThat(bob.barrier("b", 2).await(Await.limit())).isTrue();
    assertThat(Await.result(first)).isTrue();
    assertThat(answered(() -> bob.barrier("b", 2).await(BRIEF))).isFalse();
  }

  @Test
  void aBarrierOpensForAllOrForNobody() throws Exception {
    int opened = 0;
    for (int round = 0; round < 60; round++) {
      String name = "b" + round;
      Duration brief = Duration.ofMillis(1 + round % 12);
      CompletableFuture<Boolean> first = begun(() -> alice.barrier(name, 2).await(brief));
      boolean second = bob.barrier(name, 2).await(brief);
      assertThat(Await.result(first)).isEqualTo(second);
      opened += second ? 1 : 0;
    }
    assertThat(opened).isPositive();
  }

  @Test
  void aLatchOpensAtZero() throws Exception {
    CompletableFuture<Boolean> waits = begun(() -> alice.latch("l", 2).await(Await.limit()));
    assertThat(bob.latch("l", 2).countDown()).isEqualTo(1);
    assertThat(answered(() -> bob.latch("l", 2).await(BRIEF))).isFalse();
    assertThat(alice.latch("l", 2).countDown()).isZero();
    assertThat(Await.result(waits)).isTrue();
    bob.latch("l", 2).reset();
    assertThat(bob.latch("l", 2).remaining()).isEqualTo(2);
  }

  @Test
  void membersAreToldWhoIsThere() throws Exception {
    List<List<String>> told = new CopyOnWriteArrayList<>();
    Listening listening =
        bob.membership("m")
            .listen(all -> told.add(all.stream().map(Membership.Member::data).toList()));
    Recipes short1 = servers.connect(SHORT);
    alice.membership("m").join("a");
    joinUntil(short1.membership("m"), "b", () -> told.contains(List.of("a", "b")));
    short1.client().close();
    Await.until(() -> "the lost one goes", () -> told.get(told.size() - 1).equals(List.of("a")));
    assertThat(alice.membership("m").members()).hasSize(1);
    listening.close();
  }

  @Test
  void aLeaseIsHeldForItsTime() {
    Duration hour = Duration.ofHours(1);
    TimedLease.Term term = alice.lease("nightly").take(hour).orElseThrow();
    assertThat(bob.lease("nightly").take(hour)).isEmpty();
    assertThat(term.extend()).isTrue();
    term.release();
    TimedLease.Term next = Await.present(() -> "a term", () -> taken(bob.lease("nightly"), SHORT));
    assertThat(next.token()).isGreaterThan(term.token());
    Await.until(() -> "the lease ends", () -> taken(alice.lease("nightly"), hour).isPresent());
    assertThat(next.extend()).isFalse();
  }

  /** On a busy machine a short time may be over before the group has answered. */
  private static Optional<TimedLease.Term> taken(TimedLease lease, Duration time) {
    try {
      return lease.take(time);
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("take 'nightly' for longer");
      return Optional.empty();
    }
  }

  @Test
  void closingReleasesEverythingAndEndsWhoWaits() throws Exception {
    Hold held = alice.lock("a").acquire();
    CompletableFuture<Optional<Hold>> waits = begun(() -> bob.lock("a").acquire(Await.limit()));
    Await.until(() -> "bob waits", () -> waiting("a") == 1);
    bob.close();
    assertThatThrownBy(() -> Await.result(waits))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    alice.close();
    assertThat(held.isHeld()).isFalse();
    bob = servers.connect();
    assertThat(bob.lock("a").tryAcquire()).isPresent();
    alice = servers.connect();
  }

  @Test
  void aHundredWaitersGetALockInOrder() throws Exception {
    Hold first = alice.lock("a").acquire();
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<CompletableFuture<Void>> waiters = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int number = i;
      Recipes client = i % 2 == 0 ? alice : bob;
      waiters.add(
          begun(
              () -> {
                try (Hold hold = client.lock("a").acquire()) {
                  order.add(number);
                  assertThat(hold.token()).isGreaterThan(first.token());
                }
                return null;
              }));
      int waiting = i + 1;
      Await.until(() -> waiting + " wait", () -> waiting("a") == waiting);
    }
    first.close();
    waiters.forEach(Await::result);
    assertThat(order).isSorted().hasSize(100);
  }

  @Test
  void aLockAndWhoWaitsForItSurviveTheLossOfTheLeader() throws Exception {
    try (RecipeServers three = new RecipeServers(directory.resolve("three"), 3);
        Recipes one = three.connect();
        Recipes other = three.connect()) {
      Hold first = one.lock("a").acquire();
      CompletableFuture<Hold> waits = begun(other.lock("a")::acquire);
      Await.until(() -> "one waits", () -> waiting(one, "a") == 1);
      three.endLeader();
      assertThat(one.counter("c").increment()).isEqualTo(1);
      assertThat(waits).isNotDone();
      first.close();
      assertThat(Await.result(waits).token()).isGreaterThan(first.token());
    }
  }
}
