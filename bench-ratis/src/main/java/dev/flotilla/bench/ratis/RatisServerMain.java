package dev.flotilla.bench.ratis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;

/** One Ratis server; it ends at a signal. */
public final class RatisServerMain {
  private static final int POLL_MILLIS = 50;

  private RatisServerMain() {}

  /**
   * Serves.
   *
   * @param arguments the server's number from 1, the ports of all servers, its directory
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int number = Integer.parseInt(arguments[0]);
    Ensemble ensemble = Ensemble.parse(arguments[1]);
    Path directory = Files.createDirectories(Path.of(arguments[2]));
    RaftProperties properties = new RaftProperties();
    GrpcConfigKeys.Server.setPort(properties, ensemble.ports().get(number - 1));
    RaftServerConfigKeys.setStorageDir(properties, List.of(directory.resolve("raft").toFile()));
    RaftGroup group = Groups.of(ensemble);
    RaftServer server =
        RaftServer.newBuilder()
            .setServerId(Groups.peerId(number))
            .setGroup(group)
            .setProperties(properties)
            .setStateMachine(new JournalStateMachine(directory))
            .build();
    server.start();
    awaitLeader(server, group);
    // The harness has no client of Ratis; it waits for this file.
    Files.write(Readiness.file(directory), new byte[0]);
    Thread.currentThread().join();
  }

  private static void awaitLeader(RaftServer server, RaftGroup group)
      throws IOException, InterruptedException {
    while (server.getDivision(group.getGroupId()).getInfo().getLeaderId() == null) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
