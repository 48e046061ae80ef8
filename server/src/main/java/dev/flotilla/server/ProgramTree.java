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
  // Guarded by this.
  private final Set<ProcessHandle> known = new LinkedHashSet<>();

  ProgramTree(Process program) {
    known.add(program.toHandle());
  }

  /** Sends SIGTERM to all; does not wait. */
  void terminate() {
    look().forEach(ProcessHandle::destroy);
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
