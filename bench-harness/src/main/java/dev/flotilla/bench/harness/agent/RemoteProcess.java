package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
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

  private final String name;
  private final AgentLink agent;
  private final ServerName server;
  private final Path log;
  private volatile Duration lastCpuTime = Duration.ZERO;

  RemoteProcess(String name, AgentLink agent, ServerName server, ProcessReport first) {
    this.name = name;
    this.agent = agent;
    this.server = server;
    this.log = Path.of(first.log());
  }

  @Override
  public String name() {
    return name;
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

  @Override
  public void kill() throws IOException {
    remember(agent.agent().killProcess(server));
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
  public IOException diedUnexpectedly(String when) {
    try {
      String line = inspect().lastLine();
      return new SystemFailedException(
          "%s ended %s (\"%s\"); see %s on the host of the %s"
              .formatted(name, when, line, log, agent));
    } catch (AgentRefusedException e) {
      return new HostLostException(
          "%s was ended %s, because the %s did not hear from here for longer than its --lease"
              .formatted(name, when, agent),
          e);
    } catch (HostLostException e) {
      return new HostLostException(name + " was lost " + when + ": " + e.getMessage(), e);
    } catch (IOException e) {
      return e; // the benchmark is ending
    }
  }

  private ProcessReport inspect() throws IOException {
    return remember(agent.agent().inspectProcess(server));
  }

  private ProcessReport remember(ProcessReport report) {
    lastCpuTime = Duration.ofMillis(report.cpuMillis());
    return report;
  }
}
