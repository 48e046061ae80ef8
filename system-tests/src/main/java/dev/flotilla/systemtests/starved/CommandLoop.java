package dev.flotilla.systemtests.starved;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Executes one command after another and prints how many were executed, how many failed, and the
 * longest time without an executed command. One thread.
 */
public final class CommandLoop {
  /** So many commands are executed before the measurement, so that the code is compiled. */
  private static final int WARM_UP = 500;

  private final PrintStream out;
  private final Callable<?> command;
  private int executed;
  private int failed;
  private long lastNanos;
  private long silenceNanos;

  /**
   * A loop that has not begun.
   *
   * @param out gets "ready" before the measurement, and then a line of three numbers: executed,
   *     failed, and the longest silence in milliseconds
   * @param command throws if it was not executed; blocks until the outcome is known
   */
  public CommandLoop(PrintStream out, Callable<?> command) {
    this.out = out;
    this.command = command;
  }

  /** Runs for so many seconds. Blocks. */
  public void run(long seconds) throws Exception {
    for (int i = 0; i < WARM_UP; i++) {
      command.call();
    }
    out.println("ready");
    out.flush();
    lastNanos = System.nanoTime();
    long endNanos = lastNanos + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() - endNanos < 0) {
      execute();
    }
    noteSilence();
    out.println(executed + " " + failed + " " + TimeUnit.NANOSECONDS.toMillis(silenceNanos));
    out.flush();
  }

  private void execute() {
    try {
      command.call();
      executed++;
      noteSilence();
    } catch (Exception e) {
      failed++;
      System.err.println(e);
    }
  }

  private void noteSilence() {
    long now = System.nanoTime();
    silenceNanos = Math.max(silenceNanos, now - lastNanos);
    lastNanos = now;
  }
}
