package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * One server's configuration: the paper's three values, ZooKeeper's defaults for the rest.
 *
 * @param plan which server of which cluster; each endpoint's ports are for clients, for followers
 *     and for elections
 * @param directory where its data and its configuration file lie
 */
record ServerConfiguration(ServerPlan plan, Path directory) {
  static final int PORTS_PER_SERVER = 3;

  // The paper's values.
  private static final int TICK_MILLIS = 2_000;
  private static final int INIT_LIMIT_TICKS = 5;
  private static final int SYNC_LIMIT_TICKS = 2;

  static String connectString(List<Endpoint> endpoints) {
    return endpoints.stream()
        .map(endpoint -> endpoint.authority(0))
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
    Files.writeString(directory.resolve("myid"), Integer.toString(plan.number()));
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
    lines.add("clientPort=" + plan.own().port());
    lines.add("clientPortAddress=" + plan.own().host());
    lines.add("maxClientCnxns=0"); // no limit: all clients come from one address
    lines.add("admin.enableServer=false");
    lines.add("4lw.commands.whitelist=srvr");
    for (int server = 1; server <= plan.servers() && plan.servers() > 1; server++) {
      Endpoint endpoint = plan.endpoints().get(server - 1);
      lines.add(
          "server.%s=%s:%s".formatted(server, endpoint.authority(1), endpoint.ports().get(2)));
    }
    return lines.toString();
  }
}
