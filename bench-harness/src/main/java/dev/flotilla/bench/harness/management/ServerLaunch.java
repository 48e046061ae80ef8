package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ProcessHost;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.raftdpws.directory.RaftAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * How one server is started: its port, which is held until then, its directory and its options. One
 * thread at a time.
 */
final class ServerLaunch implements AutoCloseable {
  static final int MIN_TIMEOUT_MILLIS = 15;
  static final int MAX_TIMEOUT_MILLIS = 59_950;

  private static final int HEARTBEAT_MILLIS = 50;
  private static final int HEARTBEATS_IN_TIMEOUT = 3;
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  private final String classPath;
  private final Path data;
  private final Optional<String> networkInterface;
  private final HeldPort port;
  private final URI address;

  /**
   * Takes a port for a server.
   *
   * @param data the server's directory
   * @throws IOException if there is no free port
   */
  ServerLaunch(ManagementSettings settings, Path data) throws IOException {
    this.classPath = settings.serverClassPath();
    this.data = data;
    this.networkInterface = settings.networkInterface();
    this.port = HeldPort.of(settings.address());
    this.address = url(port.address());
  }

  /** Where the RAFT_Service of the server is, or will be. */
  URI address() {
    return address;
  }

  /**
   * Starts the server.
   *
   * @param others the other servers of its group
   * @param electionTimeoutMillis Flotilla's default if it is empty
   */
  HostedProcess start(ProcessHost host, ServerAddresses others, OptionalInt electionTimeoutMillis)
      throws IOException {
    port.close();
    ServerAddresses all = others.with(address);
    JavaProgram usual = FlotillaSystem.serverProgram(all.group(), all.count(), data, JVM_OPTIONS);
    List<String> arguments = new ArrayList<>(usual.arguments());
    arguments.addAll(List.of("--port", Integer.toString(port.address().getPort())));
    // Its Hello would have a manager of 2014 begin its whole procedure once more.
    arguments.add("--no-discovery");
    if (others.count() > 0) {
      String peers = others.all().stream().map(URI::toString).collect(Collectors.joining(","));
      arguments.addAll(List.of("--peers", peers));
    }
    electionTimeoutMillis.ifPresent(millis -> arguments.addAll(timing(millis)));
    networkInterface.ifPresent(
        name -> arguments.addAll(List.of("--interface", name, "--insecure")));
    return host.start(
        "server-" + port.address().getPort(),
        new JavaProgram(classPath, usual.mainClass(), usual.jvmOptions(), arguments));
  }

  /** A server of 2014 waits for exactly the timeout; one of Flotilla draws from a range. */
  static List<String> timing(int millis) {
    int heartbeat = Math.min(HEARTBEAT_MILLIS, millis / HEARTBEATS_IN_TIMEOUT);
    return List.of(
        "--election-timeout",
        millis + "-" + (millis + heartbeat),
        "--heartbeat",
        Integer.toString(heartbeat));
  }

  @Override
  public void close() throws IOException {
    port.close();
  }

  private static URI url(InetSocketAddress at) {
    InetAddress host = at.getAddress();
    String text = host.getHostAddress();
    String authority = text.indexOf(':') < 0 ? text : "[" + text + "]";
    return RaftAddress.required(URI.create("http://" + authority + ":" + at.getPort()));
  }
}
