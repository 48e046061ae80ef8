package dev.flotilla.raftdpws;

import dev.flotilla.testing.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class DeviceThreadTest {
  @Test
  void periodicTaskGoesOnAfterItHasThrown() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);

    try (DeviceThread thread = new DeviceThread("test-device")) {
      var unused =
          thread.scheduleWithFixedDelay(
              () -> {
                runs.countDown();
                throw new IllegalStateException("as a broken peer may cause");
              },
              0,
              1,
              TimeUnit.MILLISECONDS);

      Assertions.assertThat(runs.await(Await.limitSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }
}
