package dev.flotilla.bench;

import dev.flotilla.bench.leash.Leash;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Servers on this machine, on the loopback interface, as child processes whose owner ends them.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public final class LocalServers implements ServerHost {
  private final ChildProcesses children;
  private final Path data;
  private final DiskRoom room;

  /**
   * A host without servers yet.
   *
   * @param children starts and ends the processes
   * @param data each server gets a directory below it
   */
  public LocalServers(ChildProcesses children, Path data) {
    this(children, data, DiskRoom.DEFAULT);
  }

  LocalServers(ChildProcesses children, Path data, DiskRoom room) {
    this.children = children;
    this.data = data;
    this.room = room;
  }

  @Override
  public Endpoint reserve(int number, int ports) throws IOException {
    InetAddress loopback = FreePorts.LOOPBACK;
    return new Endpoint(loopback.getHostAddress(), FreePorts.find(loopback, ports));
  }

  @Override
  public ChildProcess start(String name, SystemUnderTest system, ServerPlan plan)
      throws IOException {
    Path directory = Files.createDirectories(data).resolve("server-" + plan.number());
    return children.start(name, Leash.around(system.server(plan, directory)));
  }

  @Override
  public void requireReachable() {
    // This machine is here.
  }

  @Override
  public void requireRoom() throws IOException {
    Optional<String> lack = room.lackDuringRun(data);
    if (lack.isPresent()) {
      throw new IOException(lack.get() + ", or use another disk by --out");
    }
  }

  /** Does nothing: the owner of the child processes ends them. */
  @Override
  public void close() {
    // The owner of the processes is another.
  }
}
