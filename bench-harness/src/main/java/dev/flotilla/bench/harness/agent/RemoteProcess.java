package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process on another host, by its agent.
 *
 * <p><b>Thread.</b> Safe for use by several threads; every method but {@link #name} and {@link
 * #log} blocks until the agent answers.
 */
public final class RemoteProcess implements HostedProcess {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final AgentCalls calls;
  private final AgentAddress agent;
  private final ProcessRequest request;
  private final Path log;
  private volatile Duration lastCpuTime = Duration.ZERO;

  RemoteProcess(AgentCalls calls, AgentAddress agent, ProcessRequest request, ProcessReport first) {
    this.calls = calls;
    this.agent = agent;
    this.request = request;
    this.log = Path.of(first.log());
  }

  @Override
  public String name() {
    return request.process().toString();
  }

  @Override
  public Path log() {
    return log;
  }

  /** {@inheritDoc} Of an agent that does not answer: no, since it cannot be measured. */
  @Override
  public boolean isAlive() {
    try {
      return inspect().alive();
    } catch (IOException e) {
      return false;
    }
  }

  /** {@inheritDoc} Of an agent that does not answer: what it told last. */
  @Override
  public Duration cpuTime() {
    try {
      inspect();
    } catch (IOException e) {
      // What was told before stands.
    }
    return lastCpuTime;
  }

  /**
   * The end of its output, at most 8 KiB.
   *
   * @throws IOException if the agent does not answer
   */
  public String logTail() throws IOException {
    return inspect().logTail();
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException if the agent does not answer: the process may run on
   */
  @Override
  public void kill() {
    try {
      remember(calls.call(agent, AgentOperations.KILL, request));
    } catch (IOException e) {
      throw new UncheckedIOException(name() + " was not killed: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean awaitExit(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (isAlive()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(PAUSE.toMillis());
    }
    return true;
  }

  @Override
  public SystemFailedException diedUnexpectedly(String when) {
    try {
      String last = inspect().logTail().strip();
      String line = last.substring(last.lastIndexOf('\n') + 1);
      return new SystemFailedException(
          "%s ended %s (\"%s\"); see %s on the host of the %s"
              .formatted(name(), when, line, log, agent));
    } catch (IOException e) {
      return new SystemFailedException(name() + " was lost " + when + ": " + e.getMessage());
    }
  }

  private ProcessReport inspect() throws IOException {
    return remember(calls.call(agent, AgentOperations.INSPECT, request));
  }

  private ProcessReport remember(ProcessReport report) {
    lastCpuTime = Duration.ofMillis(report.cpuMillis());
    return report;
  }
}
