package dev.flotilla.bench;

import dev.flotilla.bench.leash.Leash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Servers on this machine, or on hosts that it emulates, as child processes whose owner ends them.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public final class LocalServers implements ServerHost {
  private final ChildProcesses children;
  private final Path data;
  private final IntFunction<LocalHost> hosts;
  private final DiskRoom room;

  /**
   * A host without servers yet.
   *
   * @param children starts and ends the processes
   * @param data each server gets a directory below it
   */
  public LocalServers(ChildProcesses children, Path data) {
    this(children, data, number -> LocalHost.LOOPBACK);
  }

  /**
   * The same on several hosts.
   *
   * @param hosts the host of each server, by its number
   */
  public LocalServers(ChildProcesses children, Path data, IntFunction<LocalHost> hosts) {
    this(children, data, hosts, DiskRoom.DEFAULT);
  }

  LocalServers(ChildProcesses children, Path data, IntFunction<LocalHost> hosts, DiskRoom room) {
    this.children = children;
    this.data = data;
    this.hosts = hosts;
    this.room = room;
  }

  @Override
  public Endpoint reserve(int number, int ports) throws IOException {
    LocalHost host = hosts.apply(number);
    return new Endpoint(host.address().getHostAddress(), host.freePorts(ports));
  }

  @Override
  public ChildProcess start(String name, SystemUnderTest system, ServerPlan plan)
      throws IOException {
    Path directory = Files.createDirectories(data).resolve("server-" + plan.number());
    LocalHost host = hosts.apply(plan.number());
    return children.start(name, host, Leash.around(system.server(plan, directory)));
  }

  @Override
  public void requireRoom() throws IOException {
    Optional<String> lack = room.lackDuringRun(data);
    if (lack.isPresent()) {
      throw new IOException(lack.get() + ", or use another disk by --out");
    }
  }
}
