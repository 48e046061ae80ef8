package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.client.ClientProcess;
import java.io.IOException;

/** The client process of ZooKeeper: every client has a session of its own. */
public final class ZooKeeperClientMain {
  private ZooKeeperClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments the connect string
   */
  public static void main(String[] arguments) throws IOException {
    ClientProcess.main(arguments, ZooKeeperClient::connect);
  }
}
