package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * One server's configuration: the paper's three values, ZooKeeper's defaults for the rest.
 *
 * @param number the server's number, from 1
 * @param directory where its data and its configuration file lie
 * @param clientPort where it listens for clients
 * @param ensemble the {@code server.N} lines; empty for a standalone server
 */
record ServerConfiguration(int number, Path directory, int clientPort, List<String> ensemble) {
  private static final String HOST = "127.0.0.1";
  private static final int PORTS_PER_SERVER = 3;

  // The paper's values.
  private static final int TICK_MILLIS = 2_000;
  private static final int INIT_LIMIT_TICKS = 5;
  private static final int SYNC_LIMIT_TICKS = 2;

  static List<ServerConfiguration> forCluster(Path directory, int servers) throws IOException {
    List<Integer> ports = FreePorts.find(servers * PORTS_PER_SERVER);
    List<String> ensemble = new ArrayList<>();
    for (int i = 0; i < servers && servers > 1; i++) {
      int at = i * PORTS_PER_SERVER;
      ensemble.add(
          "server.%s=%s:%s:%s".formatted(i + 1, HOST, ports.get(at + 1), ports.get(at + 2)));
    }
    List<ServerConfiguration> configurations = new ArrayList<>();
    for (int i = 0; i < servers; i++) {
      Path own = directory.resolve("server-" + (i + 1));
      configurations.add(
          new ServerConfiguration(i + 1, own, ports.get(i * PORTS_PER_SERVER), ensemble));
    }
    return configurations;
  }

  static String connectString(List<ServerConfiguration> configurations) {
    return configurations.stream()
        .map(configuration -> HOST + ":" + configuration.clientPort)
        .collect(Collectors.joining(","));
  }

  static String summary() {
    return ("tickTime %s, initLimit %s, syncLimit %s; ZooKeeper's defaults otherwise, so snapCount"
            + " 100000, forceSync yes, preAllocSize 64 MB; admin server off")
        .formatted(TICK_MILLIS, INIT_LIMIT_TICKS, SYNC_LIMIT_TICKS);
  }

  /** Makes the server's directory and its configuration file, which it returns. */
  Path write() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("myid"), Integer.toString(number));
    Path file = directory.resolve("zoo.cfg");
    Files.writeString(file, text());
    return file;
  }

  private String text() {
    StringJoiner lines = new StringJoiner("\n", "", "\n");
    lines.add("tickTime=" + TICK_MILLIS);
    lines.add("initLimit=" + INIT_LIMIT_TICKS);
    lines.add("syncLimit=" + SYNC_LIMIT_TICKS);
    lines.add("dataDir=" + directory.toAbsolutePath());
    lines.add("clientPort=" + clientPort);
    lines.add("clientPortAddress=" + HOST);
    lines.add("maxClientCnxns=0"); // no limit: all clients come from one address
    lines.add("admin.enableServer=false");
    lines.add("4lw.commands.whitelist=srvr");
    ensemble.forEach(lines::add);
    return lines.toString();
  }
}
