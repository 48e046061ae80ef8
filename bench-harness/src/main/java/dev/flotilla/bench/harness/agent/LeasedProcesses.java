package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ProcessHost;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The processes of an agent by their managers, each of which holds a lease; when it runs out, the
 * manager's processes are killed.
 *
 * <p><b>Thread.</b> One thread at a time.
 *
 * <p><b>Bounds.</b> At most {@value #MAX_MANAGERS} managers and {@value #MAX_RUNNING} running
 * processes; a manager without running processes whose lease has run out makes room.
 */
final class LeasedProcesses {
  private static final int MAX_MANAGERS = 16;
  private static final int MAX_RUNNING = 32;

  private static final class Holder {
    private final Map<ProcessName, HostedProcess> processes = new HashMap<>();
    private long renewedNanos;

    private boolean isRunning() {
      return processes.values().stream().anyMatch(HostedProcess::isAlive);
    }
  }

  private final ProcessHost host;
  private final Duration lease;
  private final LongSupplier nanoClock;
  private final Map<UUID, Holder> holders = new HashMap<>();

  LeasedProcesses(ProcessHost host, Duration lease, LongSupplier nanoClock) {
    this.host = host;
    this.lease = lease;
    this.nanoClock = nanoClock;
  }

  /**
   * Gives the manager a lease, or a new term of the one that it has.
   *
   * @throws IOException if there are too many managers
   */
  void renew(UUID manager) throws IOException {
    long now = nanoClock.getAsLong();
    Holder holder = holders.get(manager);
    if (holder == null) {
      holders.values().removeIf(other -> isOver(other, now) && !other.isRunning());
      if (holders.size() >= MAX_MANAGERS) {
        throw new IOException("%s managers hold a lease already".formatted(MAX_MANAGERS));
      }
      holder = new Holder();
      holders.put(manager, holder);
    }
    holder.renewedNanos = now;
  }

  /**
   * Starts a process for a manager that has a lease.
   *
   * @throws IOException if it runs already, there are too many, or it cannot be started
   */
  HostedProcess start(UUID manager, ProcessName name, JavaProgram program) throws IOException {
    Holder holder = holders.get(manager);
    if (holder == null) {
      throw new IOException("manager " + manager + " has no lease");
    }
    HostedProcess before = holder.processes.get(name);
    if (before != null && before.isAlive()) {
      throw new IOException(name + " runs already; kill it before it is started again");
    }
    if (running() >= MAX_RUNNING) {
      throw new IOException("%s processes run already, the most".formatted(MAX_RUNNING));
    }
    HostedProcess started = host.start(manager + "-" + name, program);
    holder.processes.put(name, started);
    return started;
  }

  /** A process that the manager has started, ended or not. */
  Optional<HostedProcess> find(UUID manager, ProcessName name) {
    return Optional.ofNullable(holders.get(manager)).map(holder -> holder.processes.get(name));
  }

  /**
   * Kills the processes of managers whose lease has run out.
   *
   * @return how many processes were killed
   */
  int endExpired() {
    long now = nanoClock.getAsLong();
    int killed = 0;
    for (Holder holder : holders.values()) {
      if (isOver(holder, now)) {
        killed += killAll(holder);
      }
    }
    return killed;
  }

  private static int killAll(Holder holder) {
    int killed = 0;
    for (HostedProcess process : holder.processes.values()) {
      if (process.isAlive()) {
        process.kill();
        killed++;
      }
    }
    return killed;
  }

  private boolean isOver(Holder holder, long now) {
    return now - holder.renewedNanos > lease.toNanos();
  }

  private long running() {
    return holders.values().stream()
        .flatMap(holder -> holder.processes.values().stream())
        .filter(HostedProcess::isAlive)
        .count();
  }
}
