package dev.flotilla.server;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;

/**
 * Says on a terminal what a command waits for, when it takes longer than two seconds. Standard
 * output is left alone, and files and pipes get nothing.
 */
final class Progress implements IExecutionStrategy {
  /** Which of them wait for a group, and end. */
  private static final String GROUP = "--group";

  private static final List<String> WITHOUT = List.of("server", "watch", "demo");

  private final IExecutionStrategy strategy;
  private final BooleanSupplier isTerminal;
  private final Duration pause;

  /** Says it every two seconds on a terminal. */
  Progress(IExecutionStrategy strategy) {
    this(strategy, Progress::isTerminal, Duration.ofSeconds(2));
  }

  Progress(IExecutionStrategy strategy, BooleanSupplier isTerminal, Duration pause) {
    this.strategy = strategy;
    this.isTerminal = isTerminal;
    this.pause = pause;
  }

  @Override
  public int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine command = last.commandSpec().commandLine();
    boolean waits =
        last.commandSpec().optionsMap().containsKey(GROUP)
            && !WITHOUT.contains(last.commandSpec().name());
    if (!waits || !isTerminal.getAsBoolean()) {
      return strategy.execute(parsed);
    }
    String group = last.matchedOptionValue(GROUP, "");
    CountDownLatch ended = new CountDownLatch(1);
    Thread telling = new Thread(() -> tell(command.getErr(), group, ended), "flotilla-progress");
    telling.setDaemon(true);
    telling.start();
    try {
      return strategy.execute(parsed);
    } finally {
      ended.countDown();
    }
  }

  private void tell(PrintWriter err, String group, CountDownLatch ended) {
    long waitedMillis = 0;
    try {
      while (!ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        waitedMillis += pause.toMillis();
        err.println(
            "waiting for %s, %s s ..."
                .formatted(
                    group.isEmpty() ? "servers" : "group " + group,
                    TimeUnit.MILLISECONDS.toSeconds(waitedMillis)));
        err.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From Java 22 on there is a console without a terminal, too; it can tell. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
