package dev.flotilla.server;

import dev.flotilla.recipes.Hold;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a program while something is held, or waits until it is lost.
 *
 * <p>The program ends before another may hold the same, by the clock of this process: if the group
 * has confirmed nothing for two thirds of the lease, it gets SIGTERM, and SIGKILL when a tenth of
 * the lease is left. If the group itself says that it is lost, it gets SIGKILL at once.
 */
final class HeldProgram {
  /** Where the program finds the fencing token. */
  static final String TOKEN = "FLOTILLA_TOKEN";

  private static final int TERMINATED_AT = 3;
  private static final int KILLED_AT = 10;
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MAX_END = Duration.ofSeconds(10);
  private static final Duration MAX_RELEASE = Duration.ofSeconds(10);

  private final Hold hold;
  private final String what;
  private final Duration ttl;

  HeldProgram(Hold hold, String what, Duration ttl) {
    this.hold = hold;
    this.what = what;
    this.ttl = ttl;
  }

  /** Returns the exit code of the program. */
  int run(List<String> words) throws CommandFailure, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().put(TOKEN, Long.toString(hold.token()));
    Process program = start(builder, words.get(0));
    ProgramTree tree = new ProgramTree(program);
    CompletableFuture<Void> isInterrupted = new CompletableFuture<>();
    CountDownLatch isEnded = new CountDownLatch(1);
    BoundedEnd.onShutdown(
        MAX_END.plus(MAX_RELEASE),
        () -> {
          isInterrupted.complete(null);
          awaitZero(isEnded);
          hold.close();
        });
    var unused = hold.onLost(tree::kill);
    boolean isByItself = false;
    try {
      isByItself = awaitEnd(program, isInterrupted);
    } finally {
      if (!isByItself) {
        end(tree);
      }
      isEnded.countDown();
    }
    if (!isInterrupted.isDone() && !(isByItself && hold.isHeld())) {
      throw failure();
    }
    return program.waitFor();
  }

  private static Process start(ProcessBuilder builder, String name) throws CommandFailure {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE, "'%s' cannot be started: %s".formatted(name, e.getMessage()), e);
    }
  }

  /**
   * Waits until the program has ended, the process is to end, or the lease is nearly over.
   *
   * @return whether the program has ended by itself
   */
  private boolean awaitEnd(Process program, CompletableFuture<Void> isInterrupted)
      throws InterruptedException {
    CompletableFuture<Object> any = CompletableFuture.anyOf(program.onExit(), isInterrupted);
    Duration left = leftUntil(TERMINATED_AT);
    while (left.compareTo(LEAST) > 0) {
      if (isComplete(any, left)) {
        return !isInterrupted.isDone();
      }
      left = leftUntil(TERMINATED_AT);
    }
    return false;
  }

  private static boolean isComplete(CompletableFuture<?> future, Duration atMost)
      throws InterruptedException {
    try {
      var unused = future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** SIGTERM, and SIGKILL after ten seconds or when the lease is nearly over, whatever is first. */
  private void end(ProgramTree tree) throws InterruptedException {
    tree.terminate();
    long beganNanos = System.nanoTime();
    Duration left = leftToEnd(beganNanos);
    while (left.compareTo(LEAST) > 0) {
      if (tree.haveEnded(left)) {
        return;
      }
      left = leftToEnd(beganNanos);
    }
    tree.kill();
    boolean unused = tree.haveEnded(MAX_END);
  }

  private Duration leftToEnd(long beganNanos) {
    Duration grace = MAX_END.minus(Duration.ofNanos(System.nanoTime() - beganNanos));
    Duration lease = leftUntil(KILLED_AT);
    return grace.compareTo(lease) < 0 ? grace : lease;
  }

  /** How long it takes until so small a part of the lease is left, if nothing is confirmed. */
  private Duration leftUntil(int part) {
    return hold.left().minus(ttl.dividedBy(part));
  }

  private static void awaitZero(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits, and returns only when it is lost. */
  CommandFailure lost() throws InterruptedException {
    CountDownLatch lost = new CountDownLatch(1);
    BoundedEnd.onShutdown(MAX_RELEASE, hold::close);
    var unused = hold.onLost(lost::countDown);
    lost.await();
    return failure();
  }

  private CommandFailure failure() {
    return new CommandFailure(
        ExitCode.UNAVAILABLE,
        "%s was lost: the group has not confirmed it in time".formatted(what));
  }
}
