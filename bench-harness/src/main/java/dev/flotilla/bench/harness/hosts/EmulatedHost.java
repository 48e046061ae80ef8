package dev.flotilla.bench.harness.hosts;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.LocalHost;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A network namespace and a control group.
 *
 * <p><b>Thread.</b> Any.
 */
final class EmulatedHost implements LocalHost {
  // Nothing else listens in the namespace, so each port is given once, below those of clients.
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 12_000;

  private final String namespace;
  private final InetAddress address;
  private final Path group;
  private final int processors;
  private final AtomicInteger given = new AtomicInteger();

  /**
   * A host that is there.
   *
   * @param namespace its network namespace
   * @param address of its interface
   * @param group its control group
   * @param processors how many a JVM is to see
   */
  EmulatedHost(String namespace, InetAddress address, Path group, int processors) {
    this.namespace = namespace;
    this.address = address;
    this.group = group;
    this.processors = processors;
  }

  @Override
  public InetAddress address() {
    return address;
  }

  @Override
  public List<Integer> freePorts(int count) {
    int first = given.getAndAdd(count);
    return IntStream.range(first, first + count)
        .mapToObj(each -> FIRST_PORT + each % PORTS)
        .toList();
  }

  /** A shell that joins the group and becomes the next program, so that the process id stays. */
  @Override
  public List<String> launcher() {
    return List.of(
        "sh",
        "-c",
        "echo $$ >'" + group.resolve(CpuGroups.MEMBERS) + "' && exec \"$@\"",
        "sh",
        "ip",
        "netns",
        "exec",
        namespace);
  }

  /** In the namespace a JVM does not see the control group, so it is told. */
  @Override
  public JavaProgram fitted(JavaProgram program) {
    return program.withJvmOption("-XX:ActiveProcessorCount=" + processors);
  }
}
