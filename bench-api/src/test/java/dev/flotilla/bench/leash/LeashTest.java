package dev.flotilla.bench.leash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes on a leash. */
class LeashTest {
  private static final Duration LONG = Await.limit();

  @TempDir private Path directory;

  @Test
  void aProgramEndsWhenItsInputEnds() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(directory)) {
      ChildProcess child = children.startToTalk("waits", Leash.around(program(Waits.class)));
      byte[] said = child.output().readNBytes("up a b".length());
      assertThat(new String(said, StandardCharsets.US_ASCII)).isEqualTo("up a b");

      child.input().close();

      assertThat(child.awaitExit(LONG)).isTrue();
      assertThat(child.exitCode()).hasValue(137);
    }
  }

  @Test
  void aProgramThatFailsSaysWhyAsWithoutALeash() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(directory)) {
      ChildProcess child = children.start("fails", Leash.around(program(Fails.class)));

      assertThat(child.awaitExit(LONG)).isTrue();

      assertThat(child.exitCode()).hasValue(1);
      assertThat(child.log()).content().contains("IOException: no disk");
    }
  }

  private static JavaProgram program(Class<?> main) {
    return new JavaProgram(
        JavaProgram.classPathOf(main), main.getName(), List.of("-Xmx32m"), List.of("a", "b"));
  }

  static final class Waits {
    public static void main(String[] arguments) throws InterruptedException {
      System.out.print("up " + String.join(" ", arguments));
      System.out.flush();
      new CountDownLatch(1).await();
    }
  }

  static final class Fails {
    public static void main(String[] arguments) throws IOException {
      if (arguments.length > 0) {
        throw new IOException("no disk");
      }
    }
  }
}
