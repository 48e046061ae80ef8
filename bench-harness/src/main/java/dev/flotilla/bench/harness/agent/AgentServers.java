package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.FreePorts;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.leash.Leash;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The servers that an agent runs for managers. It starts the systems of its own installation and
 * nothing else, each on a leash, so that they die with the agent. Each manager holds a lease; when
 * it runs out, the manager's servers are killed.
 *
 * <p><b>Thread.</b> One thread at a time. What ends servers waits up to 20 s until each is gone.
 *
 * <p><b>Bounds.</b> At most {@value #MAX_MANAGERS} managers and {@value #MAX_RUNNING} running
 * servers.
 */
final class AgentServers {
  private static final int MAX_MANAGERS = 16;
  private static final int MAX_RUNNING = 64;

  /** Of one request: more than a cluster needs. */
  private static final int MAX_PORTS = 16;

  private static final Duration EXIT = Duration.ofSeconds(20);

  private final AgentSettings settings;
  private final AgentDirectory directory;
  private final ChildProcesses children;
  private final Map<UUID, Lease> leases = new HashMap<>();

  /**
   * No servers yet.
   *
   * @param children starts the processes
   */
  AgentServers(AgentSettings settings, AgentDirectory directory, ChildProcesses children) {
    this.settings = settings;
    this.directory = directory;
    this.children = children;
  }

  /** What the agent does for a manager, whether it has a lease yet or not. */
  Agent of(UUID manager) {
    Lease lease = leases.get(manager);
    return lease == null ? new Lease(manager) : lease;
  }

  /** Ends the servers of managers whose lease has run out, and deletes their data. */
  void endExpired() {
    for (Lease lease : List.copyOf(leases.values())) {
      try {
        if (lease.hasExpired()) {
          lease.end();
          log("ended the servers of manager %s: its lease has run out".formatted(lease.manager));
        }
      } catch (IOException e) {
        log("servers of manager %s are not ended: %s".formatted(lease.manager, e.getMessage()));
      }
    }
  }

  private String host() {
    return settings.device().address().getHostAddress();
  }

  void log(String line) {
    settings.device().log().accept(line);
  }

  private void requireFree(Endpoint own) throws AgentRefusedException {
    if (!own.host().equals(host())) {
      throw new AgentRefusedException(
          "a server is to listen at %s, but this agent has %s".formatted(own.host(), host()));
    }
    for (int port : own.ports()) {
      if (!FreePorts.isFree(settings.device().address(), port)) {
        throw new AgentRefusedException(
            "port %s of %s is in use; end what listens there".formatted(port, own.host()));
      }
    }
  }

  private long running() {
    return leases.values().stream()
        .flatMap(lease -> lease.processes.values().stream())
        .filter(ChildProcess::isAlive)
        .count();
  }

  private ChildProcess start(ServerName name, String system, JavaProgram program)
      throws AgentRefusedException {
    try {
      return children.start(name + "-" + system, Leash.around(program));
    } catch (IOException e) {
      throw new AgentRefusedException(
          "%s cannot be run: %s; install a JDK there, or start the agent with another one"
              .formatted(JavaProgram.java(), e.getMessage()),
          e);
    }
  }

  private final class Lease implements Agent {
    private final UUID manager;
    private final Map<ServerName, ChildProcess> processes = new HashMap<>();
    private long renewedNanos;

    Lease(UUID manager) {
      this.manager = manager;
    }

    @Override
    public AgentDescription attach() {
      Installation installation = settings.installation();
      return new AgentDescription(
          host(), installation.version(), installation.versions(), installation.machine());
    }

    @Override
    public void renewLease() throws AgentRefusedException {
      if (!leases.containsKey(manager) && leases.size() >= MAX_MANAGERS) {
        throw new AgentRefusedException(
            "%s managers hold a lease already, the most; wait until one has ended"
                .formatted(MAX_MANAGERS));
      }
      leases.put(manager, this);
      renewedNanos = settings.nanoClock().getAsLong();
    }

    boolean hasExpired() {
      return settings.nanoClock().getAsLong() - renewedNanos > settings.lease().toNanos();
    }

    @Override
    public Endpoint reservePorts(int count) throws IOException {
      if (count < 1 || count > MAX_PORTS) {
        throw new AgentRefusedException(
            "%s ports were asked for; ask for 1 to %s".formatted(count, MAX_PORTS));
      }
      renewLease();
      return new Endpoint(host(), FreePorts.find(settings.device().address(), count));
    }

    @Override
    public ProcessReport startProcess(String program, ServerPlan plan, JvmOptions options)
        throws IOException {
      renewLease();
      SystemUnderTest system = settings.installation().programs().get(program);
      if (system == null) {
        throw new AgentRefusedException(
            "there is no system '%s' here; there are %s; build it on this host"
                .formatted(program, new TreeSet<>(settings.installation().programs().keySet())));
      }
      ServerName name = ServerName.of(plan);
      requireFree(plan.own());
      requireStartable(name);
      directory.requireRoomToStart();
      SystemUnderTest configured =
          options.options().isEmpty() ? system : system.withJvmOptions(options.options());
      JavaProgram server = configured.server(plan, directory.data(manager, name));
      ChildProcess started = start(name, program, server);
      processes.put(name, started);
      log("started %s of %s for manager %s".formatted(name, program, manager));
      return ProcessReport.of(started);
    }

    private void requireStartable(ServerName name) throws AgentRefusedException {
      ChildProcess before = processes.get(name);
      if (before != null && before.isAlive()) {
        throw new AgentRefusedException(name + " runs already; kill it before it is started again");
      }
      if (running() >= MAX_RUNNING) {
        throw new AgentRefusedException("%s servers run already, the most".formatted(MAX_RUNNING));
      }
    }

    @Override
    public ProcessReport killProcess(ServerName name) throws AgentRefusedException {
      ChildProcess process = require(name);
      process.kill();
      log("killed %s for manager %s".formatted(name, manager));
      return ProcessReport.of(process);
    }

    @Override
    public ProcessReport inspectProcess(ServerName name) throws AgentRefusedException {
      return ProcessReport.of(require(name));
    }

    private ChildProcess require(ServerName name) throws AgentRefusedException {
      renewLease();
      ChildProcess process = processes.get(name);
      if (process == null) {
        throw new AgentRefusedException(
            "manager %s has not started %s here".formatted(manager, name));
      }
      return process;
    }

    @Override
    public void requireRoom() throws IOException {
      renewLease();
      directory.requireRoomToRun();
    }

    @Override
    public void endCluster(String cluster) throws IOException {
      ServerPlan.requireClusterName(cluster);
      renewLease();
      end(name -> name.cluster().equals(cluster));
      directory.delete(manager, cluster);
    }

    @Override
    public void goodbye() throws IOException {
      end();
      log("manager " + manager + " said goodbye");
    }

    private void end() throws IOException {
      end(any -> true);
      leases.remove(manager);
      directory.delete(manager);
    }

    private void end(Predicate<ServerName> which) throws IOException {
      Map<ServerName, ChildProcess> ending = new HashMap<>(processes);
      ending.keySet().removeIf(which.negate());
      ending.values().forEach(ChildProcess::kill);
      try {
        for (ChildProcess process : ending.values()) {
          if (!process.awaitExit(EXIT)) {
            throw new IOException(process.name() + " does not end; see the state of its process");
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the agent is ending");
      }
      processes.keySet().removeAll(ending.keySet());
    }
  }
}
