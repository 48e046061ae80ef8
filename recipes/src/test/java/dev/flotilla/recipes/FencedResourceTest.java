package dev.flotilla.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A holder whose process is stopped by SIGSTOP, and goes on when another has the lock. */
@Tag("slow")
class FencedResourceTest {
  private static final Duration TTL = Duration.ofSeconds(1);

  private final Fence resource = new Fence();

  @Test
  void aHolderThatWasStoppedForTwiceItsLeaseIsRefused(@TempDir Path directory) throws Exception {
    try (RecipeServers servers = new RecipeServers(directory, 1);
        Recipes other = servers.connect()) {
      Process holder = start(servers.name());
      try (BufferedReader told =
              new BufferedReader(
                  new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
          OutputStream orders = holder.getOutputStream()) {
        long stale = token(told);
        assertThat(resource.admits(stale)).isTrue();
        signal("-STOP", holder);
        long stoppedNanos = System.nanoTime();
        Hold taken = other.lock("a").acquire();
        assertThat(resource.admits(taken.token())).isTrue();
        Await.until(
            () -> "twice the lease", () -> System.nanoTime() - stoppedNanos > 2 * TTL.toNanos());
        orders.write('\n'); // It has not learnt yet that it has lost the lock.
        orders.flush();
        signal("-CONT", holder);
        assertThat(token(told)).isEqualTo(stale);
        assertThat(resource.admits(stale)).isFalse();
        assertThat(resource.admits(taken.token())).isTrue();
        assertThat(taken.isHeld()).isTrue();
      } finally {
        holder.destroyForcibly();
      }
    }
  }

  /** What the holder writes next, apart from log lines. */
  private static long token(BufferedReader told) throws IOException {
    String line = told.readLine();
    while (line != null && !line.startsWith("token ")) {
      line = told.readLine();
    }
    assertThat(line).isNotNull();
    return Long.parseLong(line.substring("token ".length()));
  }

  private static Process start(String group) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            List.of(
                java,
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HolderProcess.class.getName(),
                group,
                Long.toString(TTL.toMillis()),
                Long.toString(Await.limitMillis())))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void signal(String name, Process process) throws Exception {
    Process sent = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
    assertThat(sent.waitFor()).isZero();
  }
}
