package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.FreePorts;
import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ProcessHost;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.leash.Leash;
import java.io.IOException;
import java.net.InetAddress;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The servers that an agent runs for managers. It starts the systems of its own installation and
 * nothing else, each on a leash, so that they die with the agent.
 *
 * <p><b>Thread.</b> One thread at a time; what ends servers waits until they are gone.
 */
final class AgentServers {
  private final Installation installation;
  private final InetAddress address;
  private final AgentDirectory directory;
  private final LeasedProcesses processes;
  private final Consumer<String> log;

  /**
   * No servers yet.
   *
   * @param host starts the processes
   */
  AgentServers(AgentSettings settings, AgentDirectory directory, ProcessHost host) {
    this.installation = settings.installation();
    this.address = settings.address();
    this.directory = directory;
    this.processes = new LeasedProcesses(host, settings.lease(), settings.nanoClock());
    this.log = settings.log();
  }

  AgentDescription describe() {
    return new AgentDescription(
        address.getHostAddress(),
        installation.version(),
        installation.versions(),
        installation.machine());
  }

  void renew(UUID manager) throws AgentRefusedException {
    processes.renew(manager);
  }

  Endpoint reserve(PortsRequest request) throws IOException {
    return new Endpoint(address.getHostAddress(), FreePorts.find(address, request.count()));
  }

  ProcessReport start(UUID manager, StartRequest request) throws IOException {
    SystemUnderTest system = installation.programs().get(request.program());
    if (system == null) {
      throw new AgentRefusedException(
          "there is no system '%s' here; there are %s; build it on this host"
              .formatted(request.program(), new TreeSet<>(installation.programs().keySet())));
    }
    requireFree(request.plan().own());
    directory.requireRoomToStart();
    SystemUnderTest configured =
        request.jvmOptions().isEmpty() ? system : system.withJvmOptions(request.jvmOptions());
    ServerName name = ServerName.of(request.plan());
    JavaProgram program = configured.server(request.plan(), directory.data(manager, name));
    HostedProcess started = start(manager, name, request.program(), program);
    log.accept("started %s of %s for manager %s".formatted(name, request.program(), manager));
    return report(started);
  }

  private HostedProcess start(UUID manager, ServerName name, String system, JavaProgram program)
      throws IOException {
    try {
      return processes.start(manager, name, name + "-" + system, Leash.around(program));
    } catch (AgentRefusedException e) {
      throw e;
    } catch (IOException e) {
      throw new AgentRefusedException(
          "%s cannot be run: %s; install a JDK there, or start the agent with another one"
              .formatted(JavaProgram.java(), e.getMessage()),
          e);
    }
  }

  private void requireFree(Endpoint own) throws AgentRefusedException {
    if (!own.host().equals(address.getHostAddress())) {
      throw new AgentRefusedException(
          "a server is to listen at %s, but this agent has %s"
              .formatted(own.host(), address.getHostAddress()));
    }
    for (int port : own.ports()) {
      if (!FreePorts.isFree(address, port)) {
        throw new AgentRefusedException(
            "port %s of %s is in use; end what listens there".formatted(port, own.host()));
      }
    }
  }

  AgentOperations.Nothing requireRoom() throws IOException {
    directory.requireRoomToRun();
    return AgentOperations.Nothing.NOTHING;
  }

  ProcessReport kill(UUID manager, ServerName name) throws IOException {
    HostedProcess process = require(manager, name);
    process.kill();
    log.accept("killed %s for manager %s".formatted(name, manager));
    return report(process);
  }

  ProcessReport inspect(UUID manager, ServerName name) throws AgentRefusedException {
    return report(require(manager, name));
  }

  private HostedProcess require(UUID manager, ServerName name) throws AgentRefusedException {
    return processes
        .find(manager, name)
        .orElseThrow(
            () ->
                new AgentRefusedException(
                    "manager %s has not started %s here".formatted(manager, name)));
  }

  /** Ends a cluster of a manager and deletes its data. */
  AgentOperations.Nothing end(UUID manager, ClusterName cluster)
      throws IOException, InterruptedException {
    processes.end(manager, cluster);
    directory.delete(manager, cluster);
    return AgentOperations.Nothing.NOTHING;
  }

  /** Ends all servers of a manager, deletes its data and ends its lease. */
  void end(UUID manager) throws IOException, InterruptedException {
    processes.end(manager);
    directory.delete(manager);
  }

  /** Ends the servers of managers whose lease has run out, and deletes their data. */
  void endExpired() {
    for (UUID manager : processes.expired()) {
      try {
        end(manager);
        log.accept("ended the servers of manager %s: its lease has run out".formatted(manager));
      } catch (IOException e) {
        log.accept("servers of manager %s are not ended: %s".formatted(manager, e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static ProcessReport report(HostedProcess process) {
    boolean alive = process.isAlive();
    return new ProcessReport(
        alive,
        process.cpuTime().toMillis(),
        process.log().toString(),
        alive ? "" : LogTail.of(process.log()));
  }
}
