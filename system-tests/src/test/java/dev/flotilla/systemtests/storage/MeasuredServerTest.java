package dev.flotilla.systemtests.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.systemtests.ServerProgram;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** No end of a server but the one that is meant goes unnoticed. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class MeasuredServerTest {
  private static final Duration PATIENCE = Await.limit();

  @TempDir private Path logs;
  private ChildProcesses processes;

  @BeforeEach
  void open() {
    processes = ChildProcesses.open(logs);
  }

  @AfterEach
  void close() {
    processes.close();
  }

  @Test
  void oneThatEndsInOrderIsKilledStartedAgainMeasuredAndStopped() throws Exception {
    MeasuredServer server = start("orderly");
    server.kill();
    server.startAgain();
    assertThat(server.work()).matches("\\d+\\.\\d s of processor, \\d+ MiB read from the disk");
    server.stop();
    assertThat(server.memory()).startsWith("orderly: heap 1 MiB of 128, resident ");
  }

  @Test
  @Tag("full")
  void oneThatHasRunOutOfHeapIsNeitherStoppedNorKilledAsIfItHadLived() throws Exception {
    MeasuredServer server = start("greedy");
    assertThatThrownBy(server::stop).isInstanceOf(IOException.class);
    assertThat(server.server().awaitEnd(PATIENCE)).isTrue();
    assertThat(server.server().exitCode()).hasValue(MeasuredServer.OUT_OF_HEAP);
    for (Call end : List.<Call>of(server::stop, server::kill)) {
      assertThatThrownBy(end::run)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("greedy exited with code 3");
    }
  }

  @Test
  @Tag("full")
  void oneThatRunsOutOfHeapWhileItIsStoppedIsNotTakenForStopped() throws Exception {
    MeasuredServer server = start("late");
    assertThatThrownBy(server::stop)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("late exited with code 3");
  }

  private MeasuredServer start(String kind) throws Exception {
    JavaProgram program = MeasuredServer.java(Eater.class).withArgument(kind);
    return new MeasuredServer(ServerUnderTest.start(processes, kind, logs, program));
  }

  private interface Call {
    void run() throws Exception;
  }

  /** Says that it serves, and eats its heap when it is measured, at its end, or not. */
  static final class Eater {
    private Eater() {}

    /** The program. */
    public static void main(String[] arguments) throws IOException {
      ServerProgram.answer(
          question -> {
            if (question.equals("member")) {
              return "member";
            }
            if (arguments[0].equals("greedy")) {
              eat();
            }
            return "1048576";
          });
      if (arguments[0].equals("late")) {
        eat();
      }
    }

    private static void eat() {
      List<byte[]> eaten = new ArrayList<>();
      while (eaten.size() < 1_000) {
        eaten.add(new byte[1 << 20]);
      }
    }
  }
}
