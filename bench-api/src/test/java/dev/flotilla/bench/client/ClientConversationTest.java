package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.Workload;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ends of the conversation, with a real process between them. */
@Tag("slow")
class ClientConversationTest {
  @TempDir Path directory;
  private ChildProcesses children;

  @BeforeEach
  void open() {
    children = ChildProcesses.open(directory);
  }

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  void allClientsIterate() throws Exception {
    RemoteClients clients = start("instant");
    clients.connect(3);

    LoadResult result = clients.iterate(50, 10);

    assertThat(result.ops()).isEqualTo(150);
    assertThat(result.latencies().getTotalCount()).isEqualTo(90);
    assertThat(result.nanos()).isPositive();
  }

  @Test
  void progressIsReportedFromTheStartWhileClientsIterate() throws Exception {
    RemoteClients clients = start("takes-a-while");
    clients.connect(2);

    // On a busy machine, a whole iteration may pass between two reports.
    Await.until(() -> "a report in the middle", () -> isReportedInTheMiddle(clients));
  }

  private static boolean isReportedInTheMiddle(RemoteClients clients) throws Exception {
    List<Long> acknowledged = new ArrayList<>();
    List<Duration> moments = new ArrayList<>();
    IterationResult result =
        clients.iterate(
            150,
            10,
            (count, sinceStart) -> {
              acknowledged.add(count);
              moments.add(sinceStart);
            });
    assertThat(acknowledged).startsWith(0L).isSorted();
    assertThat(moments).startsWith(Duration.ZERO).isSorted();
    assertThat(result.ended()).isEqualTo(300);
    assertThat(result.times().count()).isEqualTo(300);
    assertThat(result.longestWaitMicros()).hasSize(2).allMatch(wait -> wait >= 2_000);
    return acknowledged.stream().anyMatch(count -> count > 0 && count < 300);
  }

  @Test
  void anObserverThatFailsEndsTheIteration() throws Exception {
    RemoteClients clients = start("takes-a-while");
    clients.connect(1);

    assertThatThrownBy(
            () ->
                clients.iterate(
                    40,
                    10,
                    (count, sinceStart) -> {
                      throw new IOException("no leader");
                    }))
        .hasMessage("no leader");
  }

  @Test
  void loadRunsThroughWindowsUntilItIsStoppedAndCanBeStartedAnew() throws Exception {
    RemoteClients clients = start("instant");
    clients.connect(2);
    for (int round = 0; round < 2; round++) {
      clients.load();
      awaitOperations(clients, Duration.ofMillis(20));
      awaitOperations(clients, Duration.ofMillis(30));
      clients.stop();
    }
  }

  /** Windows of that length, until there are operations in one. */
  private static void awaitOperations(RemoteClients clients, Duration length) {
    Await.until(
        () -> "operations within a window",
        () -> {
          LoadResult window = clients.window(length);
          assertThat(window.nanos()).isGreaterThanOrEqualTo(length.toNanos());
          return window.ops() > 0;
        });
  }

  @Test
  void clientsReadBackTheKeysThatTheyHaveWritten() throws Exception {
    RemoteClients clients = start("keeps");
    clients.connect(2);
    clients.sizes(10, 5_000);

    IterationResult puts = clients.iterate(150, 0, (acknowledged, sinceStart) -> {});
    IterationResult gets = clients.read(250, 0, (acknowledged, sinceStart) -> {});

    assertThat(puts.load().errors()).isEmpty();
    assertThat(gets.load().errors()).isEmpty();
    assertThat(gets.load().ops()).isEqualTo(500);
  }

  @Test
  void readsAreRefusedByClientsThatCannotRead() throws Exception {
    RemoteClients clients = start("instant");
    clients.connect(1);
    clients.sizes(10, 10);
    clients.iterate(1, 0);

    IterationResult gets = clients.read(2, 0, (acknowledged, sinceStart) -> {});

    assertThat(gets.load().errors()).containsEntry("refused-no-reads", 2L);
  }

  @Test
  void fewerClientsAreConnectedWhenFewerAreAskedFor() throws Exception {
    RemoteClients clients = start("instant");
    clients.connect(5);
    clients.connect(2);

    assertThat(clients.iterate(10, 0).ops()).isEqualTo(20);
  }

  @Test
  void aSharedClientConnectsOnceAndClosesWithItsLastUser() throws Exception {
    RemoteClients own = start("only-one");
    assertThatThrownBy(() -> own.connect(2)).hasMessageContaining("one is connected already");

    RemoteClients shared = start(ClientProcess.sharing(program("only-one")));
    shared.connect(3);
    assertThat(shared.iterate(10, 0).ops()).isEqualTo(30);
    shared.connect(1);
    shared.connect(0);
    shared.connect(2); // refused if the one before were still open
    assertThat(shared.iterate(10, 0).ops()).isEqualTo(20);
  }

  @Test
  void clusterThatCannotBeReachedIsReportedWithTheReason() throws Exception {
    RemoteClients clients = start("unreachable");

    assertThatThrownBy(() -> clients.connect(1))
        .isInstanceOf(SystemFailedException.class)
        .hasMessageContaining("could not \"connect 1\": nobody there");
  }

  @Test
  void deadClientProcessIsReportedAtOnceWithItsLastWords() throws Exception {
    RemoteClients clients = start("exits");

    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> clients.connect(1))
          .isInstanceOf(SystemFailedException.class)
          .hasMessageContaining("client exited with code 7")
          .hasMessageContaining("last words");
    }
  }

  @Test
  void clientProcessEndsWhenTheHarnessIsGone() throws Exception {
    RemoteClients clients = start("instant");
    clients.connect(1);
    clients.load();

    clients.process().input().close();

    assertThat(clients.process().awaitExit(Await.limit())).isTrue();
  }

  private RemoteClients start(String behaviour) throws IOException {
    return start(program(behaviour));
  }

  private RemoteClients start(JavaProgram program) throws IOException {
    ChildProcess process = children.startToTalk("client", program);
    return RemoteClients.talkTo(process);
  }

  private static JavaProgram program(String behaviour) {
    String classPath = JavaProgram.classPathOf(ClientConversationTest.class);
    return new JavaProgram(classPath, Main.class.getName(), List.of("-Xmx64m"), List.of(behaviour));
  }

  /** The other process. */
  static final class Main {
    public static void main(String[] arguments) throws IOException {
      ClientProcess.serve(Main::connect, arguments[0], System.in, System.out, failure -> {});
    }

    private static BenchClient connect(String behaviour) throws IOException {
      switch (behaviour) {
        case "unreachable" -> throw new IOException("nobody\nthere");
        case "exits" -> {
          System.err.println("last words");
          System.exit(7);
        }
        case "takes-a-while" -> {
          return new DelayingClient();
        }
        case "only-one" -> {
          return new OnlyClient();
        }
        case "keeps" -> {
          return new KeepingClient();
        }
        default -> {}
      }
      return new InstantClient();
    }
  }

  /** Keeps 100 values of ten-byte keys and 5,000 bytes. */
  private static final class KeepingClient implements BenchClient {
    private final Map<String, String> values = new HashMap<>();

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      values.put(command.uid(), command.parameters());
      boolean fits = command.uid().length() == 10 && command.parameters().length() == 5_000;
      if (fits && values.size() <= Workload.KEYS) {
        listener.done();
      } else {
        listener.failed("wrong");
      }
    }

    @Override
    public void read(String key, InsertListener listener) {
      if (values.containsKey(key)) {
        listener.done();
      } else {
        listener.failed("absent");
      }
    }

    @Override
    public void close() {}
  }

  /** There is at most one in a process. */
  private static final class OnlyClient implements BenchClient {
    private static final AtomicBoolean CONNECTED = new AtomicBoolean();

    OnlyClient() throws IOException {
      if (CONNECTED.getAndSet(true)) {
        throw new IOException("one is connected already");
      }
    }

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      if (CONNECTED.get()) {
        listener.done();
      } else {
        listener.failed("closed");
      }
    }

    @Override
    public void close() {
      CONNECTED.set(false);
    }
  }

  private static final class DelayingClient implements BenchClient {
    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS).execute(listener::done);
    }

    @Override
    public void close() {}
  }

  private static final class InstantClient implements BenchClient {
    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      listener.done();
    }

    @Override
    public void close() {}
  }
}
