package dev.flotilla.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BoundedStreamTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int LINE_BYTES = 1_024;

  private final FullPipe pipe = new FullPipe();
  private final BoundedStream stream = new BoundedStream(pipe);

  @Test
  void whatIsWrittenArrivesInOrder() {
    pipe.empty.countDown();
    print("one\n");
    print("two\n");

    assertThat(stream.drain(LONG)).isTrue();
    assertThat(pipe.text()).isEqualTo("one\ntwo\n");
  }

  @Test
  void writersDoNotWaitForAStreamThatNobodyReads() {
    int lines = 2 * BoundedStream.MAX_BYTES / LINE_BYTES;
    for (int i = 0; i < lines; i++) {
      print("x".repeat(LINE_BYTES));
    }

    assertThat(stream.lostWrites()).isBetween(lines / 2L - 1, lines / 2L);
    assertThat(stream.drain(Duration.ofMillis(1))).isFalse();
  }

  @Test
  void lossesAreReportedOnceSomebodyReadsAgain() {
    int lines = 2 * BoundedStream.MAX_BYTES / LINE_BYTES;
    for (int i = 0; i < lines; i++) {
      print("x".repeat(LINE_BYTES));
    }
    long lost = stream.lostWrites();
    pipe.empty.countDown();

    assertThat(stream.drain(LONG)).isTrue();
    assertThat(pipe.text()).contains(lost + " log lines were lost here");
    assertThat(stream.lostWrites()).isZero();
  }

  @Test
  void aTargetThatFailsIsTriedOnceAWrite() {
    AtomicInteger tries = new AtomicInteger();
    BoundedStream broken =
        new BoundedStream(
            new OutputStream() {
              @Override
              public void write(int octet) throws IOException {
                tries.incrementAndGet();
                throw new IOException("planted");
              }
            });
    for (int i = 0; i < 3; i++) {
      broken.write(new byte[] {1}, 0, 1);
      assertThat(broken.drain(LONG)).isTrue();
    }
    assertThat(tries).hasValue(3);
    assertThat(broken.lostWrites()).isEqualTo(3);
  }

  private void print(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Takes nothing before it is emptied. */
  private static final class FullPipe extends OutputStream {
    private final CountDownLatch empty = new CountDownLatch(1);
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    @Override
    public void write(int octet) {
      awaited(empty);
      taken.write(octet);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      awaited(empty);
      taken.write(bytes, offset, length);
    }

    String text() {
      return taken.toString(StandardCharsets.UTF_8);
    }
  }
}
