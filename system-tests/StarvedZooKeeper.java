import dev.flotilla.systemtests.starved.CommandLoop;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * ZooKeeper's part of system-tests/starved: {@code ports COUNT} prints free ports, {@code client
 * ADDRESSES SECONDS} creates one node after another.
 */
public final class StarvedZooKeeper {
  private static final int SESSION_MILLIS = 30_000;
  private static final int TRIES = 100;
  private static final long PAUSE_MILLIS = 200;
  private static final byte[] DATA = new byte[40];

  private int created;

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("ports")) {
      System.out.println(ports(Integer.parseInt(arguments[1])));
      return;
    }
    ZooKeeper client = new ZooKeeper(arguments[1], SESSION_MILLIS, event -> {});
    StarvedZooKeeper nodes = new StarvedZooKeeper();
    nodes.begin(client);
    new CommandLoop(System.out, () -> nodes.create(client)).run(Long.parseLong(arguments[2]));
    System.exit(0);
  }

  private static String ports(int count) throws Exception {
    List<ServerSocket> sockets = new ArrayList<>();
    List<String> ports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      sockets.add(socket);
      ports.add(Integer.toString(socket.getLocalPort()));
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return String.join(" ", ports);
  }

  private void begin(ZooKeeper client) throws Exception {
    for (int i = 0; ; i++) {
      try {
        client.create("/r", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        return;
      } catch (KeeperException e) {
        if (i == TRIES) {
          throw e;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private String create(ZooKeeper client) throws Exception {
    created++;
    return client.create(
        "/r/n" + created, DATA, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
  }
}
