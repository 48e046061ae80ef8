package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ProcessHost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The processes of an agent by their managers, each of which holds a lease; when it runs out, the
 * manager's processes are killed.
 *
 * <p><b>Thread.</b> One thread at a time. What ends processes waits up to 5 s until each is gone.
 *
 * <p><b>Bounds.</b> At most {@value #MAX_MANAGERS} managers and {@value #MAX_RUNNING} running
 * processes.
 */
final class LeasedProcesses {
  private static final int MAX_MANAGERS = 16;
  private static final int MAX_RUNNING = 64;
  private static final Duration EXIT = Duration.ofSeconds(5);

  private static final class Holder {
    private final Map<ServerName, HostedProcess> processes = new HashMap<>();
    private long renewedNanos;
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
   * @throws AgentRefusedException if there are too many managers
   */
  void renew(UUID manager) throws AgentRefusedException {
    Holder holder = holders.get(manager);
    if (holder == null) {
      if (holders.size() >= MAX_MANAGERS) {
        throw new AgentRefusedException(
            "%s managers hold a lease already, the most; wait until one has ended"
                .formatted(MAX_MANAGERS));
      }
      holder = new Holder();
      holders.put(manager, holder);
    }
    holder.renewedNanos = nanoClock.getAsLong();
  }

  /**
   * Starts a process for a manager that has a lease.
   *
   * @param log the name of its log
   * @throws AgentRefusedException if it runs already, or there are too many
   * @throws IOException if it cannot be started
   */
  HostedProcess start(UUID manager, ServerName name, String log, JavaProgram program)
      throws IOException {
    Holder holder = holders.get(manager);
    if (holder == null) {
      throw new AgentRefusedException("manager " + manager + " has no lease");
    }
    HostedProcess before = holder.processes.get(name);
    if (before != null && before.isAlive()) {
      throw new AgentRefusedException(name + " runs already; kill it before it is started again");
    }
    if (running() >= MAX_RUNNING) {
      throw new AgentRefusedException("%s servers run already, the most".formatted(MAX_RUNNING));
    }
    HostedProcess started = host.start(log, program);
    holder.processes.put(name, started);
    return started;
  }

  /** A process that the manager has started, ended or not. */
  Optional<HostedProcess> find(UUID manager, ServerName name) {
    return Optional.ofNullable(holders.get(manager)).map(holder -> holder.processes.get(name));
  }

  /** Ends the processes of a cluster, which is forgotten then. */
  void end(UUID manager, ClusterName cluster) throws IOException, InterruptedException {
    Holder holder = holders.get(manager);
    if (holder != null) {
      end(holder, name -> name.cluster().equals(cluster));
    }
  }

  /** Ends the processes of a manager, and its lease. */
  void end(UUID manager) throws IOException, InterruptedException {
    Holder holder = holders.get(manager);
    if (holder != null) {
      end(holder, any -> true);
      holders.remove(manager);
    }
  }

  private static void end(Holder holder, Predicate<ServerName> which)
      throws IOException, InterruptedException {
    List<HostedProcess> ended = new ArrayList<>();
    for (Map.Entry<ServerName, HostedProcess> each : holder.processes.entrySet()) {
      if (which.test(each.getKey())) {
        each.getValue().kill();
        ended.add(each.getValue());
      }
    }
    for (HostedProcess process : ended) {
      if (!process.awaitExit(EXIT)) {
        throw new IOException(process.name() + " does not end; see the state of its process");
      }
    }
    holder.processes.keySet().removeIf(which);
  }

  /** The managers whose lease has run out. */
  List<UUID> expired() {
    long now = nanoClock.getAsLong();
    return holders.entrySet().stream()
        .filter(each -> now - each.getValue().renewedNanos > lease.toNanos())
        .map(Map.Entry::getKey)
        .toList();
  }

  private long running() {
    return holders.values().stream()
        .flatMap(holder -> holder.processes.values().stream())
        .filter(HostedProcess::isAlive)
        .count();
  }
}
