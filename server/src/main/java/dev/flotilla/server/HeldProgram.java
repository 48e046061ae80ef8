package dev.flotilla.server;

import dev.flotilla.recipes.Hold;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

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
    CountDownLatch isInterrupted = new CountDownLatch(1);
    CountDownLatch isEnded = new CountDownLatch(1);
    BoundedEnd.onShutdown(
        MAX_END.plus(MAX_RELEASE),
        () -> {
          isInterrupted.countDown();
          end(tree);
          isEnded.countDown();
          hold.close();
        });
    var unused = hold.onLost(tree::kill);
    boolean isLost = awaitEnd(tree);
    if (isInterrupted.getCount() == 0) {
      isEnded.await(); // What the program has started may live longer than itself.
    }
    if (isLost) {
      throw failure();
    }
    return program.exitValue();
  }

  private static Process start(ProcessBuilder builder, String name) throws CommandFailure {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE, "'%s' cannot be started: %s".formatted(name, e.getMessage()), e);
    }
  }

  /** Returns whether the program was ended, since the lease was over or nearly over. */
  private boolean awaitEnd(ProgramTree tree) throws InterruptedException {
    Duration left = leftUntil(TERMINATED_AT);
    while (left.compareTo(LEAST) > 0) {
      if (tree.hasEnded(left)) {
        return !hold.isHeld();
      }
      left = leftUntil(TERMINATED_AT);
    }
    tree.end(leftUntil(KILLED_AT));
    boolean unused = tree.haveEnded(MAX_END);
    return true;
  }

  /** How long it takes until so small a part of the lease is left, if nothing is confirmed. */
  private Duration leftUntil(int part) {
    return hold.left().minus(ttl.dividedBy(part));
  }

  private static void end(ProgramTree tree) {
    try {
      tree.end(MAX_END);
      boolean unused = tree.haveEnded(MAX_END);
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
