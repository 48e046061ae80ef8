package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.bench.harness.flotilla.StoreLanguage.Request;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/** One client whose commands are part of a session, which it has before it counts as connected. */
class SessionClient implements BenchClient {
  private static final int STORE_TIMEOUT_MILLIS = 3_000;
  private static final Duration SESSION_LIMIT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(100);

  final GroupClient client;
  private final Function<WorkloadCommand, Request> commands;

  private SessionClient(
      ClientSettings settings, ClientRuntime runtime, Function<WorkloadCommand, Request> commands)
      throws IOException {
    this.client = DpwsGroupClient.connect(settings, runtime);
    this.commands = commands;
  }

  /** A client of the lock service, which draws its own commands. */
  static SessionClient ofLocks(ClientSettings settings, ClientRuntime runtime)
      throws IOException, InterruptedException {
    LockWorkload workload = new LockWorkload(new SecureRandom().nextLong());
    SessionClient locks = new SessionClient(settings, runtime, any -> workload.next());
    return locks.connected("lock service", settings, LockWorkload.release(0));
  }

  /**
   * A client of a store, which puts the parameters of a command under its uid. It gives a call up
   * after 3 s, as the client of the key-value report does.
   */
  static SessionClient ofStore(
      ClientSettings usual, ClientRuntime runtime, StoreLanguage language, StoreReads reads)
      throws IOException, InterruptedException {
    ClientSettings settings = usual.withTimeout(Duration.ofMillis(STORE_TIMEOUT_MILLIS));
    SessionClient store = new Reading(settings, runtime, language, reads);
    return store.connected("store", settings, language.put("none", ""));
  }

  /** A group knows no sessions for a moment after its founding, and rejects the command. */
  private SessionClient connected(String what, ClientSettings settings, Request probe)
      throws IOException, InterruptedException {
    try {
      long deadline = System.nanoTime() + SESSION_LIMIT.toNanos();
      CommandOutcome outcome = send(probe).toCompletableFuture().join();
      while (!isExecuted(outcome)) {
        if (System.nanoTime() - deadline > 0) {
          throw new IOException("no %s in group %s: %s".formatted(what, settings.group(), outcome));
        }
        Thread.sleep(PAUSE.toMillis());
        outcome = send(probe).toCompletableFuture().join();
      }
      return this;
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private static boolean isExecuted(CommandOutcome outcome) {
    return outcome instanceof CommandOutcome.Executed executed && executed.answer().success();
  }

  private CompletionStage<CommandOutcome> send(Request request) {
    return client.submit(request.operation(), request.parameters());
  }

  @Override
  public final void insert(WorkloadCommand command, InsertListener listener) {
    send(commands.apply(command))
        .thenAccept(outcome -> FlotillaBenchClient.tell(outcome, listener));
  }

  @Override
  public final void close() {
    client.close();
  }

  /** Reads what it has put. */
  private static final class Reading extends SessionClient {
    private final StoreLanguage language;
    private final StoreReads reads;

    Reading(
        ClientSettings settings, ClientRuntime runtime, StoreLanguage language, StoreReads reads)
        throws IOException {
      super(settings, runtime, command -> language.put(command.uid(), command.parameters()));
      this.language = language;
      this.reads = reads;
    }

    /** As fresh as {@link StoreReads} says. Of a machine without keys it reads the last command. */
    @Override
    public void read(String key, InsertListener listener) {
      Optional<Bytes> question = language.get(key);
      if (question.isPresent()) {
        var unused =
            client
                .query(question.get(), reads.options())
                .thenAccept(outcome -> tellRead(outcome, this::isHeld, listener));
      } else {
        var unused =
            client
                .readLast(reads.options())
                .thenAccept(outcome -> tellRead(outcome, any -> true, listener));
      }
    }

    private static <T> void tellRead(
        ReadOutcome<T> outcome, Predicate<T> isHeld, InsertListener listener) {
      if (outcome instanceof ReadOutcome.Unavailable<T>) {
        listener.failed("unavailable");
      } else if (outcome instanceof ReadOutcome.Found<T> found && isHeld.test(found.value())) {
        listener.done();
      } else {
        listener.failed(ABSENT);
      }
    }

    private boolean isHeld(Answer answer) {
      return answer.success() && answer.value().filter(language::isHeld).isPresent();
    }
  }
}
