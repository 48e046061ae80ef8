package dev.flotilla.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that this one started, and the only kind it ever ends.
 *
 * <p><b>Thread.</b> Safe for use by several threads; {@link #awaitExit} and {@link #close} block.
 */
public final class ChildProcess implements HostedProcess, AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final int MAX_LOG_TAIL_BYTES = 8 * 1024;

  private final String name;
  private final Process process;
  private final Path log;
  private volatile Duration cpuWhenKilled = Duration.ZERO;

  ChildProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  @Override
  public String name() {
    return name;
  }

  /** The operating system's id of it. */
  public long pid() {
    return process.pid();
  }

  @Override
  public OptionalLong localPid() {
    return OptionalLong.of(pid());
  }

  /** {@inheritDoc} Of a process that was started to talk, the file has its errors alone. */
  @Override
  public Path log() {
    return log;
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  /** How it ended, as the system tells it: 128 and the number of the signal that ended it. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  @Override
  public Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(cpuWhenKilled);
  }

  /** Its standard input, if it was started to talk. */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /** Its standard output, if it was started to talk. */
  public InputStream output() {
    return process.getInputStream();
  }

  /** Sends a line to a process that was started to talk; nothing if it has ended. */
  public void say(String line) {
    PrintStream input = new PrintStream(input(), true, StandardCharsets.UTF_8);
    input.println(line);
  }

  /**
   * Reads what a process prints that was started to talk, on a thread of its own.
   *
   * @param take called for each line
   * @param end called when it prints no more, or a line cannot be taken
   */
  public void readLines(Consumer<String> take, Runnable end) {
    Thread reader = new Thread(() -> read(take, end), name + "-replies");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(Consumer<String> take, Runnable end) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(output(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        take.accept(line);
      }
    } catch (IOException | RuntimeException e) {
      // A killed process ends its output with an error on some systems: an end like any other.
    }
    end.run();
  }

  @Override
  public boolean awaitExit(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public SystemFailedException diedUnexpectedly(String when) {
    String code =
        process.isAlive() ? "closed its output" : "exited with code " + process.exitValue();
    String last = lastLogLine();
    String line = last.isEmpty() ? "" : " (\"" + last + "\")";
    return new SystemFailedException(name + " " + code + " " + when + line + "; see " + log);
  }

  /**
   * SIGKILL, which leaves what it has said to be read; does not wait. Nothing if it has ended: its
   * id may be another's by now.
   */
  @Override
  public void kill() {
    cpuWhenKilled = cpuTime();
    process.toHandle().destroyForcibly();
  }

  /** Asks it to end, waits up to 3 s, then kills it and waits until it is gone. */
  @Override
  public void close() {
    process.destroy();
    boolean interrupted = false;
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      interrupted = true;
    }
    awaitKilled(interrupted);
  }

  /** Not by {@code onExit}, which waits for whoever has the id now when that process has ended. */
  private void awaitKilled(boolean wasInterrupted) {
    boolean interrupted = wasInterrupted;
    while (process.isAlive()) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void requestEnd() {
    process.destroy();
  }

  /** The last line of its log; empty if there is none, or it cannot be read. */
  public String lastLogLine() {
    try (InputStream in = Files.newInputStream(log)) {
      long excess = Files.size(log) - MAX_LOG_TAIL_BYTES;
      in.skipNBytes(Math.max(0, excess));
      String tail = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = tail.lines().filter(line -> !line.isBlank()).toList();
      return lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip();
    } catch (IOException e) {
      return ""; // messages name the log anyway
    }
  }
}
