package dev.flotilla.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessesTest {
  @TempDir Path logs;

  @Tag("slow")
  @Test
  void closeEndsEveryProcessEvenOneThatIgnoresTheRequest() throws Exception {
    ChildProcess polite;
    ChildProcess stubborn;
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      polite = children.start("polite", program(Waiting.class));
      stubborn = children.startToTalk("stubborn", program(Stubborn.class));
      awaitFirstLine(stubborn);
      assertThat(polite.isAlive()).isTrue();
    }

    assertThat(polite.isAlive()).isFalse();
    assertThat(stubborn.isAlive()).isFalse();
  }

  @Test
  void closeDoesNotWaitForAnotherProcessThatHasTheIdOfTheEndedOne() {
    ChildProcess ended = new ChildProcess("ended", new IdTakenAgain(), logs.resolve("log"));

    assertThatCode(ended::close).doesNotThrowAnyException();
  }

  @Test
  void nothingStartsAfterTheEnd() {
    ChildProcesses children = ChildProcesses.open(logs);
    children.close();

    assertThatThrownBy(() -> children.start("late", program(Waiting.class)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("late is not started");
  }

  @Test
  void childrenDieWithTheirParent() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      ChildProcess parent = children.startToTalk("parent", program(Parent.class, logs.toString()));
      ProcessHandle grandchild =
          ProcessHandle.of(Long.parseLong(awaitFirstLine(parent))).orElseThrow();

      parent.requestEnd();

      assertThat(parent.awaitExit(Await.limit())).isTrue();
      assertThat(grandchild.isAlive()).isFalse();
    }
  }

  @Test
  void aProgramGetsItsVariablesBesideOurs() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      JavaProgram told = program(Telling.class).withEnvironment(Map.of("TOLD", "this"));
      assertThat(awaitFirstLine(children.startToTalk("told", told)))
          .isEqualTo("this " + System.getenv("PATH"));
    }
  }

  @Test
  void deathIsReportedWithCodeLastLineAndLog() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      ChildProcess dying = children.start("server-1", program(Dying.class));
      assertThat(dying.awaitExit(Await.limit())).isTrue();

      assertThat(dying.diedUnexpectedly("while starting"))
          .hasMessageContaining(
              "server-1 exited with code 3 while starting (\"port in use\"); see ")
          .hasMessageContaining("server-1.log");
    }
  }

  @Test
  void freePortsAreDifferentAndBelowTheRangeOfOutgoingConnections() throws Exception {
    List<Integer> ports = FreePorts.find(30);

    assertThat(ports).doesNotHaveDuplicates().hasSize(30).allMatch(port -> port < 32_000);
    assertThatThrownBy(() -> FreePorts.find(101)).hasMessageContaining("count is 101");
  }

  private static JavaProgram program(Class<?> main, String... arguments) {
    return new JavaProgram(
        JavaProgram.classPathOf(main), main.getName(), List.of("-Xmx64m"), List.of(arguments));
  }

  private static String awaitFirstLine(ChildProcess process) throws IOException {
    return new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))
        .readLine();
  }

  private static void waitForever() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  /** It has ended, and what Java finds under its id lives on. */
  private static final class IdTakenAgain extends Process {
    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
      return 0;
    }

    @Override
    public int exitValue() {
      return 0;
    }

    @Override
    public void destroy() {}

    @Override
    public CompletableFuture<Process> onExit() {
      return CompletableFuture.failedFuture(new AssertionError("asked who has the id now"));
    }
  }

  static final class Waiting {
    public static void main(String[] arguments) throws InterruptedException {
      waitForever();
    }
  }

  static final class Stubborn {
    public static void main(String[] arguments) throws InterruptedException {
      Runtime.getRuntime().addShutdownHook(new Thread(Stubborn::hang));
      System.out.println("standing");
      waitForever();
    }

    private static void hang() {
      try {
        waitForever();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static final class Dying {
    public static void main(String[] arguments) {
      System.err.println("port in use");
      System.exit(3);
    }
  }

  static final class Parent {
    public static void main(String[] arguments) throws Exception {
      ChildProcesses children = ChildProcesses.open(Path.of(arguments[0]));
      System.out.println(children.start("grandchild", program(Waiting.class)).pid());
      waitForever();
    }
  }

  /** Tells two variables. */
  static final class Telling {
    private Telling() {}

    /** The program. */
    public static void main(String[] arguments) {
      System.out.println(System.getenv("TOLD") + " " + System.getenv("PATH"));
    }
  }
}
