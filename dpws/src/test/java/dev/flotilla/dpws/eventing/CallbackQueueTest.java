package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapHeader;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallbackQueueTest {
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final CallbackQueue queue = new CallbackQueue(tasks::add, 4);

  @Test
  void itAcceptsThenLetsTheSourceWaitThenRefuses() {
    List<Notification> notifications = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      notifications.add(offer("no " + i));
    }
    assertThat(notifications)
        .extracting(Notification::state)
        .containsExactly("accepted", "accepted", "waits", "waits", "refused");
    assertThat(notifications.get(4).fault.subcode()).isEqualTo(SoapFault.OVERLOADED);
    runAll();
    assertThat(done).containsExactly("no 0", "no 1", "no 2", "no 3");
    assertThat(notifications)
        .extracting(Notification::state)
        .containsExactly("accepted", "accepted", "accepted", "accepted", "refused");
  }

  @Test
  void largeEventsLetTheSourceWait() {
    Notification first = offer("first", 200 << 10);
    Notification second = offer("second", 100 << 10);
    assertThat(first.state()).isEqualTo("accepted");
    assertThat(second.state()).isEqualTo("waits");
    runAll();
    assertThat(second.state()).isEqualTo("accepted");
    assertThat(offer("third", 256 << 10).state()).isEqualTo("accepted");
    runAll();
    assertThat(offer("fourth", (256 << 10) + 1).state()).isEqualTo("waits");
    runAll();
    assertThat(done).containsExactly("first", "second", "third", "fourth");
  }

  @Test
  void oneTaskRunsAtATime() {
    offer("first");
    offer("second");
    assertThat(tasks).hasSize(1);
    tasks.remove().run();
    assertThat(done).containsExactly("first");
    assertThat(tasks).hasSize(1);
    runAll();
    offer("third");
    queue.last(() -> done.add("end"));
    runAll();
    assertThat(done).containsExactly("first", "second", "third", "end");
  }

  @Test
  void aClosedExecutorRefusesWhatWaits() {
    CallbackQueue closed =
        new CallbackQueue(
            task -> {
              throw new RejectedExecutionException();
            },
            1);
    Notification notification = new Notification(1);
    closed.offer(() -> done.add("never"), notification);
    closed.offer(() -> done.add("never"), notification);
    assertThat(done).isEmpty();
  }

  private Notification offer(String name) {
    return offer(name, 1);
  }

  private Notification offer(String name, int bytes) {
    Notification notification = new Notification(bytes);
    queue.offer(() -> done.add(name), notification);
    return notification;
  }

  private void runAll() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  /** A message whose answer a test sees. */
  private static final class Notification implements Exchange<EmptyBody> {
    private final int bytes;
    private @Nullable EmptyBody answer;
    private @Nullable SoapFault fault;

    Notification(int bytes) {
      this.bytes = bytes;
    }

    String state() {
      return answer != null ? "accepted" : fault != null ? "refused" : "waits";
    }

    @Override
    public void answer(EmptyBody response) {
      answer = response;
    }

    @Override
    public void fault(SoapFault refusal) {
      fault = refusal;
    }

    @Override
    public int requestBytes() {
      return bytes;
    }

    @Override
    public SoapHeader header() {
      return SoapHeader.response("urn:a", null);
    }

    @Override
    public InetSocketAddress remoteAddress() {
      return new InetSocketAddress(1);
    }

    @Override
    public InetSocketAddress localAddress() {
      return new InetSocketAddress(2);
    }
  }
}
