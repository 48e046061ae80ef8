package dev.flotilla.dpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NameLookupTest {
  private final CountDownLatch answers = new CountDownLatch(1);
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final NameLookup lookup = new NameLookup("test-names", this::slowly);

  @Test
  void lookupsTakeTurnsOnOneDaemonThread() throws Exception {
    List<CompletableFuture<InetAddress>> all = new ArrayList<>();
    for (int i = 0; i < NameLookup.MAX_WAITING; i++) {
      all.add(lookup.find("host" + i));
    }
    answers.countDown();

    for (CompletableFuture<InetAddress> one : all) {
      assertThat(one.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEqualTo(InetAddress.getLoopbackAddress());
    }
    assertThat(threads).singleElement().matches(Thread::isDaemon);
  }

  @Test
  void aLookupTooManyFailsAtOnce() {
    CompletableFuture<InetAddress> last = lookup.find("first");
    for (int i = 0; i <= NameLookup.MAX_WAITING; i++) {
      last = lookup.find("host" + i);
    }

    CompletableFuture<InetAddress> refused = last;
    assertThat(refused).isCompletedExceptionally();
    assertThatThrownBy(refused::get).hasMessageContaining("look up at once");
    answers.countDown();
  }

  @Test
  void aHostThatIsNotKnownFailsTheLookup() {
    NameLookup none =
        new NameLookup(
            "test-names",
            name -> {
              throw new UnknownHostException(name);
            });

    assertThatThrownBy(() -> none.find("nobody").get(Await.limitSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("nobody");
  }

  private InetAddress slowly(String name) {
    threads.add(Thread.currentThread());
    try {
      answers.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return InetAddress.getLoopbackAddress();
  }
}
