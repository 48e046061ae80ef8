package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FreeBytesTest {
  private final Queue<Runnable> asking = new ArrayDeque<>();
  private final AtomicInteger asked = new AtomicInteger();
  private long nowNanos;
  private boolean isExhausted;

  private FreeBytes freeBytes() {
    return new FreeBytes(
        () -> {
          if (asked.get() < 0) {
            throw new IOException("no such directory");
          }
          return asked.incrementAndGet();
        },
        asking::add,
        () -> nowNanos);
  }

  private void answer() {
    asking.remove().run();
  }

  @Test
  @Timeout(60)
  void aFileSystemThatHangsMakesNobodyWait() {
    CountDownLatch hanging = new CountDownLatch(1);
    FreeBytes free =
        FreeBytes.of(
            () -> {
              try {
                hanging.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return 1;
            });

    assertThat(free.get()).isEmpty();
    hanging.countDown();
  }

  @Test
  void whatIsKnownIsGivenAndRefreshedOnceASecond() {
    FreeBytes free = freeBytes();
    assertThat(free.get()).isEmpty();
    answer();
    assertThat(free.get()).hasValue(1);
    assertThat(asking).isEmpty();

    nowNanos += FreeBytes.REFRESH_NANOS;
    assertThat(free.get()).hasValue(1);
    assertThat(free.get()).hasValue(1);
    assertThat(asking).hasSize(1);
    answer();
    assertThat(free.get()).hasValue(2);
  }

  @Test
  void anOldValueIsNotGivenAndNobodyAsksTwice() {
    FreeBytes free = freeBytes();
    answer();
    nowNanos += FreeBytes.OLD_NANOS;
    assertThat(free.get()).hasValue(1);
    nowNanos++;

    assertThat(free.get()).isEmpty();
    assertThat(asking).as("the one that hangs").hasSize(1);
  }

  @Test
  void aThreadThatCannotBeStartedIsTriedAgain() {
    FreeBytes free =
        new FreeBytes(
            asked::incrementAndGet,
            task -> {
              if (isExhausted) {
                throw new RejectedExecutionException("no thread");
              }
              task.run();
            },
            () -> nowNanos);
    isExhausted = true;
    nowNanos += FreeBytes.REFRESH_NANOS;
    assertThatThrownBy(free::get).hasMessage("no thread");

    isExhausted = false;
    nowNanos += FreeBytes.REFRESH_NANOS;
    assertThat(free.get()).hasValue(2);
  }

  @Test
  void aFailureIsNoValueAndIsTriedAgain() {
    asked.set(-1);
    FreeBytes free = freeBytes();
    answer();
    assertThat(free.get()).isEmpty();

    asked.set(6);
    nowNanos += FreeBytes.REFRESH_NANOS;
    assertThat(free.get()).isEmpty();
    answer();
    assertThat(free.get()).hasValue(7);
  }
}
