package dev.flotilla.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private final Doorbell bell = new Doorbell();

  @Test
  void keepsTheOrderAndRefusesBeyondItsCapacity() {
    Mailbox<Integer> mailbox = new Mailbox<>("test", 3, bell);
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 3; i++) {
        assertThat(mailbox.offer(i)).isEqualTo(Mailbox.Delivery.TAKEN);
      }
      assertThat(mailbox.hasRoom()).isFalse();
      assertThat(mailbox.offer(3)).isEqualTo(Mailbox.Delivery.FULL);
      List<Integer> taken = new ArrayList<>();
      assertThat(mailbox.drain(2, taken::add)).isEqualTo(2);
      assertThat(mailbox.drain(2, taken::add)).isEqualTo(1);
      assertThat(taken).containsExactly(0, 1, 2);
      assertThat(mailbox.poll()).isNull();
    }
    assertThat(mailbox.metrics()).isEqualTo(new QueueMetrics("test", 3, 0, 15, 5));
  }

  @Test
  void refusesLettersThatAreTooManyBytesTogether() {
    Mailbox<String> mailbox = new Mailbox<>("test", 8, 10, String::length, bell);
    for (int round = 0; round < 5; round++) {
      assertThat(mailbox.offer("12345678")).isEqualTo(Mailbox.Delivery.TAKEN);
      assertThat(mailbox.offer("123")).isEqualTo(Mailbox.Delivery.FULL);
      assertThat(mailbox.offer("12")).isEqualTo(Mailbox.Delivery.TAKEN);
      assertThat(mailbox.offer("1")).isEqualTo(Mailbox.Delivery.FULL);
      assertThat(mailbox.offer("")).as("what holds nothing").isEqualTo(Mailbox.Delivery.TAKEN);
      assertThat(mailbox.drain(8, letter -> {})).isEqualTo(3);
    }
    assertThat(mailbox.metrics()).isEqualTo(new QueueMetrics("test", 8, 0, 15, 10));
  }

  @Test
  void handsOverWhatItTookBeforeItWasClosedAndTakesNothingAfterwards() {
    Mailbox<Integer> mailbox = new Mailbox<>("test", 8, bell);
    mailbox.offer(1);
    mailbox.offer(2);
    List<Integer> leftover = new ArrayList<>();
    mailbox.close(leftover::add);
    assertThat(leftover).containsExactly(1, 2);
    assertThat(mailbox.offer(3)).isEqualTo(Mailbox.Delivery.CLOSED);
    assertThat(mailbox.poll()).isNull();
    assertThat(mailbox.depth()).isZero();
  }

  @Test
  void everyLetterOfManySendersArrivesOnceInTheOrderOfItsSender() throws Exception {
    int senders = 3;
    int letters = 20_000;
    Mailbox<int[]> mailbox = new Mailbox<>("test", 64, bell);
    for (int sender = 0; sender < senders; sender++) {
      int number = sender;
      new Thread(
              () -> {
                for (int i = 0; i < letters; i++) {
                  while (mailbox.offer(new int[] {number, i}) != Mailbox.Delivery.TAKEN) {
                    Thread.onSpinWait();
                  }
                }
              })
          .start();
    }
    int[] next = new int[senders];
    bell.bind();
    for (int taken = 0; taken < senders * letters; ) {
      bell.clear();
      int[] letter = mailbox.poll();
      if (letter == null) {
        rest(bell);
      } else {
        assertThat(letter[1]).isEqualTo(next[letter[0]]);
        next[letter[0]]++;
        taken++;
      }
    }
    assertThat(mailbox.poll()).isNull();
  }

  @Test
  void whatIsTakenInWhileItIsClosedIsHandedOver() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      Mailbox<Integer> mailbox = new Mailbox<>("test", 1 << 14, bell);
      AtomicInteger accepted = new AtomicInteger();
      CountDownLatch started = new CountDownLatch(1);
      Thread sender =
          new Thread(
              () -> {
                started.countDown();
                while (mailbox.offer(1) == Mailbox.Delivery.TAKEN) {
                  accepted.incrementAndGet();
                }
              });
      sender.start();
      started.await();
      AtomicInteger leftover = new AtomicInteger();
      mailbox.close(letter -> leftover.incrementAndGet());
      sender.join();
      assertThat(leftover.get()).isEqualTo(accepted.get());
    }
  }

  @Test
  void ringIsNeverMissedHoweverSleepAndRingRace() throws Exception {
    int rounds = 20_000;
    Doorbell ping = new Doorbell();
    Doorbell pong = new Doorbell();
    Mailbox<Integer> there = new Mailbox<>("there", 1, ping);
    Mailbox<Integer> back = new Mailbox<>("back", 1, pong);
    Thread echo =
        new Thread(
            () -> {
              ping.bind();
              for (int i = 0; i < rounds; i++) {
                back.offer(take(there, ping));
              }
            });
    echo.setDaemon(true);
    echo.start();
    pong.bind();
    for (int i = 0; i < rounds; i++) {
      there.offer(i);
      assertThat(take(back, pong)).isEqualTo(i);
    }
    echo.join();
  }

  private static int take(Mailbox<Integer> mailbox, Doorbell bell) {
    while (true) {
      bell.clear();
      Integer letter = mailbox.poll();
      if (letter != null) {
        return letter;
      }
      rest(bell);
    }
  }

  /** Ends with the time limit of the test, which interrupts. */
  private static void rest(Doorbell bell) {
    bell.await(Long.MAX_VALUE);
    if (Thread.interrupted()) {
      throw new AssertionError("a ring was missed");
    }
  }
}
