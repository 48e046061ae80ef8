package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.harness.management.ClientRunResult.TimedCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent's side of a client process. A thread reads what the process prints and reports the end
 * of each run; of a process that ends before its run, too. The other methods are for one thread.
 */
final class ClientRun {
  private final ChildProcess process;
  private final PrintStream requests;
  private final Consumer<ClientRunResult> ended;
  private final CompletableFuture<@Nullable Void> ready = new CompletableFuture<>();

  /** Of the reading thread, and of any when that has ended. */
  private List<TimedCommand> commands = new ArrayList<>();

  /** Whether a run is asked for and its end not told; guarded by this. */
  private boolean isRunning;

  /** The process prints no more. */
  private volatile boolean isClosed;

  private ClientRun(ChildProcess process, Consumer<ClientRunResult> ended) {
    this.process = process;
    this.ended = ended;
    this.requests = new PrintStream(process.input(), true, StandardCharsets.UTF_8);
  }

  /**
   * Talks to a process that was started to talk.
   *
   * @param ended called at the end of each run, on the reading thread
   */
  static ClientRun talkTo(ChildProcess process, Consumer<ClientRunResult> ended) {
    ClientRun run = new ClientRun(process, ended);
    Thread reader = new Thread(run::readReplies, process.name() + "-replies");
    reader.setDaemon(true);
    reader.start();
    return run;
  }

  /**
   * Starts a run, which begins when the process has found the leader.
   *
   * @return false if one is under way
   */
  boolean start(int count, int pauseMillis) {
    synchronized (this) {
      if (isRunning) {
        return false;
      }
      isRunning = true;
    }
    requests.println(ClientLines.RUN + count + " " + pauseMillis);
    if (isClosed) { // perhaps before the run was noted
      end(0);
    }
    return true;
  }

  synchronized boolean isRunning() {
    return isRunning;
  }

  /** Completes when the process has found the leader; fails if it ends before. */
  CompletableFuture<@Nullable Void> ready() {
    return ready.copy();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void kill() {
    process.kill();
  }

  private void readReplies() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        take(line);
      }
    } catch (IOException | RuntimeException e) {
      // A killed process ends its output with an error on some systems: an end like any other.
    }
    isClosed = true;
    ready.completeExceptionally(
        new IOException(process.name() + " has ended without a leader; see " + process.log()));
    end(0);
  }

  private void take(String line) {
    if (line.startsWith(ClientLines.COMMAND)) {
      boolean executed = Boolean.parseBoolean(ClientLines.word(line, 2));
      commands.add(new TimedCommand(ClientLines.number(line, 1), executed));
    } else if (line.startsWith(ClientLines.ENDED)) {
      end(ClientLines.number(line, 1));
    } else if (line.equals(ClientLines.READY)) {
      ready.complete(null);
    }
  }

  private void end(long millis) {
    ClientRunResult result = new ClientRunResult(commands, millis);
    commands = new ArrayList<>();
    synchronized (this) {
      if (!isRunning) {
        return;
      }
      isRunning = false;
    }
    ended.accept(result);
  }
}
