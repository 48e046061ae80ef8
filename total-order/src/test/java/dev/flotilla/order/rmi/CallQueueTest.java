package dev.flotilla.order.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallQueueTest {
  private static final Bytes PART = Bytes.wrap(new byte[1 << 20]);
  private static final int PARTS = 100;

  private final AtomicInteger added = new AtomicInteger();
  private final SlowProcess process = new SlowProcess();

  /** Takes nothing until it may. */
  private static final class SlowProcess implements RemoteProcess {
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicInteger taken = new AtomicInteger();

    @Override
    public void append(int from, byte[] message) {
      try {
        goesOn.await();
        taken.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // The queue was closed.
      }
    }

    @Override
    public byte[] ping(byte[] payload) {
      return payload;
    }
  }

  @Test
  void aSenderWaitsForAProcessThatTakesNothing() throws Exception {
    CallQueue queue = new CallQueue(0, 1, process);
    Thread sender = send(queue);
    Await.until(() -> "a sender that waits", () -> sender.getState() == Thread.State.WAITING);
    assertThat(added.get()).isBetween(60, 70);

    process.goesOn.countDown();
    sender.join(Await.limitMillis());
    Await.until(() -> process.taken + " messages", () -> process.taken.get() == PARTS);
    queue.close();
  }

  @Test
  void aQueueThatIsClosedLetsItsSenderGoOn() throws Exception {
    CallQueue queue = new CallQueue(0, 1, process);
    Thread sender = send(queue);
    Await.until(() -> "a sender that waits", () -> sender.getState() == Thread.State.WAITING);

    queue.close();
    sender.join(Await.limitMillis());
    assertThat(added).hasValue(PARTS);
    process.goesOn.countDown();
  }

  private Thread send(CallQueue queue) {
    Thread sender =
        new Thread(
            () -> {
              for (int i = 0; i < PARTS; i++) {
                queue.add(PART);
                added.incrementAndGet();
              }
            });
    sender.start();
    return sender;
  }
}
