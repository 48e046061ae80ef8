package dev.flotilla.bench.ratis;

import dev.flotilla.bench.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;

/** One Ratis server; it ends at a signal. */
public final class RatisServerMain {
  private RatisServerMain() {}

  /**
   * Serves.
   *
   * @param arguments the server's number from 1, the ensemble, its directory
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int number = Integer.parseInt(arguments[0]);
    Ensemble ensemble = Ensemble.parse(arguments[1]);
    Path directory = Files.createDirectories(Path.of(arguments[2]));
    RaftProperties properties = new RaftProperties();
    Endpoint own = ensemble.endpoints().get(number - 1);
    GrpcConfigKeys.Server.setHost(properties, own.host());
    GrpcConfigKeys.Server.setPort(properties, own.port());
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
    LeaderPort.open(own, () -> leader(server, group));
    Thread.currentThread().join();
  }

  private static String leader(RaftServer server, RaftGroup group) {
    try {
      RaftPeerId leader = server.getDivision(group.getGroupId()).getInfo().getLeaderId();
      return leader == null ? "" : leader.toString();
    } catch (IOException notYet) {
      return "";
    }
  }
}
