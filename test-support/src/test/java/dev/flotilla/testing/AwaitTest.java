package dev.flotilla.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AwaitTest {
  private static final Duration BASE = Duration.ofMillis(40);

  /** A clock that goes on by 2 ms each time it is read. */
  private final AtomicLong nanoTime = new AtomicLong();

  @Test
  void whatComesTrueEndsTheWait() {
    AtomicInteger looks = new AtomicInteger();
    Await.until(() -> "the third look", () -> looks.incrementAndGet() == 3);

    assertThat(looks).hasValue(3);
  }

  @Test
  void whatIsPresentAtLastIsTheResult() {
    Queue<Optional<String>> looks = new ArrayDeque<>();
    looks.add(Optional.empty());
    looks.add(Optional.of("found"));

    String found = Await.present(() -> "a name", looks::remove);

    assertThat(found).isEqualTo("found");
  }

  @Test
  void whatNeverComesFailsWithItsName() {
    Await await = new Await(BASE, () -> 1, this::nanoTime);

    assertThatThrownBy(() -> await.waitUntil(() -> "three voters", () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessageEndingWith(": three voters");
  }

  @Test
  void aLateMachineGetsAsManyTimesTheLimit() {
    Await await = new Await(BASE, () -> 5, this::nanoTime);

    assertThatThrownBy(() -> await.waitUntil(() -> "nothing", () -> false))
        .isInstanceOf(AssertionError.class);
    assertThat(nanoTime).hasValueBetween(5 * BASE.toNanos(), 6 * BASE.toNanos());
  }

  @Test
  void aMachineThatBecomesLateGetsMoreTime() {
    Queue<Double> lateness = new ArrayDeque<>(List.of(4.0, 4.0, 4.0));
    // Late at first; when it is no longer, the wait ends at once.
    Await await = new Await(BASE, () -> lateness.isEmpty() ? 1 : lateness.remove(), this::nanoTime);

    assertThatThrownBy(() -> await.waitUntil(() -> "nothing", () -> false))
        .isInstanceOf(AssertionError.class);
    assertThat(lateness).isEmpty();
    assertThat(nanoTime).hasValueBetween(BASE.toNanos(), 2 * BASE.toNanos());
  }

  @Test
  void anInterruptEndsTheWait() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> Await.until(() -> "nothing", () -> false))
        .isInstanceOf(AssertionError.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aResultIsReturnedAndAFailureThrown() {
    assertThat(Await.result(CompletableFuture.completedFuture(5))).isEqualTo(5);
    assertThatThrownBy(
            () -> Await.result(CompletableFuture.failedFuture(new IllegalStateException("x"))))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Await.result(CompletableFuture.failedFuture(new IOException("y"))))
        .isInstanceOf(AssertionError.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void aLatchAtZeroEndsTheWait() {
    CountDownLatch latch = new CountDownLatch(1);
    new Thread(latch::countDown).start();
    Await.zero(latch);

    assertThat(latch.getCount()).isZero();
  }

  @Test
  void theLimitIsNeverBelowThatOfAnIdleMachine() {
    assertThat(Await.limitSeconds()).isGreaterThanOrEqualTo(60);
    assertThat(Await.limitMillis()).isGreaterThanOrEqualTo(60_000);
    assertThat(new Lateness().now()).isBetween(1.0, 20.0);
  }

  private long nanoTime() {
    return nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(2));
  }
}
