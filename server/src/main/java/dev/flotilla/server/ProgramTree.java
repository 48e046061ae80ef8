package dev.flotilla.server;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program with the processes that it has started, and those that these have started. One whose
 * parent has ended before is not among them, as that of a daemon. Any thread.
 */
final class ProgramTree {
  private final Process program;

  // Guarded by this.
  private final Set<ProcessHandle> known = new LinkedHashSet<>();

  ProgramTree(Process program) {
    this.program = program;
    known.add(program.toHandle());
  }

  /**
   * Waits for the end of the program itself; returns whether it has ended.
   *
   * @param atMost how long; not at all if it is not positive
   */
  boolean hasEnded(Duration atMost) throws InterruptedException {
    return program.waitFor(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
  }

  /** Sends SIGTERM to all, and waits for the end of all; then SIGKILL. */
  void end(Duration atMost) throws InterruptedException {
    look().forEach(ProcessHandle::destroy);
    if (!haveEnded(atMost)) {
      kill();
    }
  }

  /** Sends SIGKILL to all; does not wait. */
  void kill() {
    look().forEach(ProcessHandle::destroyForcibly);
  }

  /** Waits for all that are known; returns whether they have ended. */
  boolean haveEnded(Duration atMost) throws InterruptedException {
    CompletableFuture<?>[] ends =
        look().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      var unused =
          CompletableFuture.allOf(ends).get(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Those that live, with what they have started since the last look. */
  private synchronized List<ProcessHandle> look() {
    List.copyOf(known).forEach(each -> each.descendants().forEach(known::add));
    known.removeIf(each -> !each.isAlive());
    return List.copyOf(known);
  }
}
