package dev.flotilla.bench.ratis;

import dev.flotilla.bench.client.ClientProcess;
import java.io.IOException;
import java.io.PrintStream;

/** The client process of Ratis: every client has a connection of its own. */
public final class RatisClientMain {
  private RatisClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments the ensemble
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    ClientProcess.serve(
        RatisClient::connect, arguments[0], System.in, replies, Exception::printStackTrace);
    System.exit(0); // connections that could not be closed keep their threads
  }
}
