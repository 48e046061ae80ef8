package dev.flotilla.server;

import dev.flotilla.recipes.Hold;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a program while something is held, or waits until the process is ended. If it is lost, the
 * program gets SIGTERM, and SIGKILL after ten seconds.
 */
final class HeldProgram {
  /** Where the program finds the fencing token. */
  static final String TOKEN = "FLOTILLA_TOKEN";

  private static final Duration MAX_END = Duration.ofSeconds(10);

  private final Hold hold;
  private final String what;
  private final AtomicBoolean isLost = new AtomicBoolean();

  HeldProgram(Hold hold, String what) {
    this.hold = hold;
    this.what = what;
  }

  /** Returns the exit code of the program. */
  int run(List<String> words) throws CommandFailure, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().put(TOKEN, Long.toString(hold.token()));
    Process program = start(builder, words.get(0));
    BoundedEnd.onShutdown(
        MAX_END.plus(MAX_END),
        () -> {
          end(program);
          hold.close();
        });
    var unused = hold.onLost(() -> lost(program));
    int code = program.waitFor();
    if (isLost.get()) {
      throw failure();
    }
    return code;
  }

  private static Process start(ProcessBuilder builder, String name) throws CommandFailure {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE, "'%s' cannot be started: %s".formatted(name, e.getMessage()), e);
    }
  }

  private void lost(Process program) {
    isLost.set(true);
    end(program);
  }

  private static void end(Process program) {
    program.destroy();
    try {
      if (!program.waitFor(MAX_END.toMillis(), TimeUnit.MILLISECONDS)) {
        program.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Prints the token, and returns only by a failure: when it is lost. */
  int holdUntilTheEnd(PrintWriter out) throws CommandFailure, InterruptedException {
    CountDownLatch lost = new CountDownLatch(1);
    BoundedEnd.onShutdown(MAX_END, hold::close);
    out.println(what + "\t" + hold.token());
    out.flush();
    var unused = hold.onLost(lost::countDown);
    lost.await();
    throw failure();
  }

  private CommandFailure failure() {
    return new CommandFailure(
        ExitCode.UNAVAILABLE,
        "%s was lost: the group has not confirmed it in time".formatted(what));
  }
}
