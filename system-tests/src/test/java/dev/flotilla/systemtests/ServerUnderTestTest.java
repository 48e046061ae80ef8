package dev.flotilla.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that have ended by themselves, and one that says nothing. */
class ServerUnderTestTest {
  private static final String END = "end";
  private static final String HANG = "hang";

  @TempDir private Path logs;
  private ChildProcesses processes;
  private ServerUnderTest server;

  @BeforeEach
  void start() throws Exception {
    processes = ChildProcesses.open(logs);
    JavaProgram program = ServerProgram.java(Echo.class, "-Xmx64m");
    server = ServerUnderTest.start(processes, "echo", logs, program);
    assertThat(server.answer("are you there?", Await.limit())).isEqualTo("are you there?");
  }

  @AfterEach
  void close() {
    processes.close();
  }

  @Test
  void oneThatHasEndedByItselfIsNoticedWhenItIsKilledUnlessThatMayBe() throws Exception {
    endByItself();
    assertThatThrownBy(server::kill)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("echo exited with code 5");
    server.killIfAlive();
    server.startAgain();
    assertThat(server.answer("and now?", Await.limit())).isEqualTo("and now?");
    server.kill();
    assertThat(server.isRunning()).isFalse();
  }

  @Test
  void oneThatHasEndedCannotBePausedAndItIsToldHowItEnded() throws Exception {
    endByItself();
    assertThatThrownBy(server::pause)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("echo exited with code 5");
  }

  @Test
  void oneThatDoesNotAnswerIsWaitedForSoLongAndNoLonger() {
    assertThatThrownBy(() -> server.answer(HANG, Duration.ofMillis(50)))
        .isInstanceOf(IOException.class)
        .hasMessage("echo does not answer 'hang'");
  }

  private void endByItself() throws InterruptedException {
    var unused = server.ask(END);
    assertThat(server.awaitEnd(Await.limit())).isTrue();
  }

  static final class Echo {
    private Echo() {}

    /** The program. */
    public static void main(String[] arguments) throws IOException {
      ServerProgram.answer(
          question -> {
            if (question.equals(END)) {
              System.exit(5);
            }
            if (question.equals(HANG)) {
              new CompletableFuture<>().join();
            }
            return question;
          });
    }
  }
}
