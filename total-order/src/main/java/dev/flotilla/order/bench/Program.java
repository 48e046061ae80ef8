package dev.flotilla.order.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of a group as a program. */
interface Program {
  /** The longest phase. */
  int MAX_MILLIS = 600_000;

  /** Runs a process until all processes have ended. */
  void run(List<String> arguments, PrintStream out) throws IOException, InterruptedException;

  /**
   * Runs a program and ends it: with code 2 if the arguments are wrong, with code 1 if the group
   * cannot be joined or breaks.
   */
  static void runAndExit(Program program, String[] arguments) throws InterruptedException {
    int code = 0;
    try {
      program.run(List.of(arguments), System.out);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      code = 2;
    } catch (IOException e) {
      System.err.println(e.getMessage());
      code = 1;
    }
    System.exit(code);
  }

  /** Reads milliseconds, at least 1, as nanoseconds. */
  static long nanosOfMillis(String name, String text) {
    return TimeUnit.MILLISECONDS.toNanos(OrderProcess.number(name, text, 1, MAX_MILLIS));
  }
}
