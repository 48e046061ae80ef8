package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.client.ClientProcess;
import java.io.IOException;
import java.io.PrintStream;

/** The client process of ZooKeeper: every client has a session of its own. */
public final class ZooKeeperClientMain {
  private ZooKeeperClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments the connect string
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    ClientProcess.serve(
        ZooKeeperClient::connect, arguments[0], System.in, replies, Exception::printStackTrace);
    System.exit(0); // sessions that could not be closed keep their threads
  }
}
