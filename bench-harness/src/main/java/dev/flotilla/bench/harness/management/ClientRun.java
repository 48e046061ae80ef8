package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.harness.management.ClientRunResult.TimedCommand;
import dev.flotilla.dpws.soap.EmptyBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The agent's side of a client process. A thread reads what the process prints and reports the end
 * of each run; of a process that ends before its run, too. The other methods are for one thread.
 */
final class ClientRun {
  private final ChildProcess process;
  private final Consumer<ClientRunResult> ended;
  private final CompletableFuture<EmptyBody> ready = new CompletableFuture<>();

  /** Of the reading thread, and of any when that has ended. */
  private List<TimedCommand> commands = new ArrayList<>();

  /** Whether a run is asked for and its end not told; guarded by this. */
  private boolean isRunning;

  /** The process prints no more. */
  private volatile boolean isClosed;

  private ClientRun(ChildProcess process, Consumer<ClientRunResult> ended) {
    this.process = process;
    this.ended = ended;
  }

  /**
   * Talks to a process that was started to talk.
   *
   * @param ended called at the end of each run, on the reading thread
   */
  static ClientRun talkTo(ChildProcess process, Consumer<ClientRunResult> ended) {
    ClientRun run = new ClientRun(process, ended);
    process.readLines(line -> run.take(line.split(" ", -1)), run::closed);
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
    process.say(ManagedClientMain.RUN + " " + count + " " + pauseMillis);
    if (isClosed) { // perhaps before the run was noted
      end(0);
    }
    return true;
  }

  synchronized boolean isRunning() {
    return isRunning;
  }

  /** Completes when the process has found the leader; fails if it ends before. */
  CompletableFuture<EmptyBody> ready() {
    return ready.copy();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void kill() {
    process.kill();
  }

  private void closed() {
    isClosed = true;
    ready.completeExceptionally(
        new IOException(process.name() + " has ended without a leader; see " + process.log()));
    end(0);
  }

  private void take(String[] words) {
    switch (words[0]) {
      case ManagedClientMain.READY -> ready.complete(EmptyBody.EMPTY);
      case ManagedClientMain.COMMAND ->
          commands.add(new TimedCommand(Long.parseLong(words[1]), Boolean.parseBoolean(words[2])));
      case ManagedClientMain.ENDED -> end(Long.parseLong(words[1]));
      default -> {
        // What the client library prints.
      }
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
