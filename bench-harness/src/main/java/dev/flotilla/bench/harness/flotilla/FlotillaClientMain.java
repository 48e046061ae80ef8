package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.client.ClientProcess;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.ClientRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;

/** The client process of Flotilla: its clients share the client library's threads. */
public final class FlotillaClientMain {
  private FlotillaClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments how to reconnect, by the name of a {@link Reconnection}, and the group's name
   */
  public static void main(String[] arguments) throws IOException {
    serve(arguments, FlotillaBenchClient::connect);
  }

  /** Connects one client of a group. */
  @FunctionalInterface
  interface Connector {
    BenchClient connect(String group, RetryPolicy policy, ClientRuntime runtime)
        throws IOException, InterruptedException;
  }

  static void serve(String[] arguments, Connector connector) throws IOException {
    RetryPolicy policy =
        Reconnection.valueOf(arguments[0]) == Reconnection.ZOOKEEPER
            ? RetryPolicy.ZOOKEEPER
            : RetryPolicy.DEFAULT;
    PrintStream replies = System.out;
    System.setOut(System.err);
    try (ClientRuntime runtime = ClientRuntime.start(Optional.empty())) {
      ClientProcess.serve(
          group -> connector.connect(group, policy, runtime),
          arguments[1],
          System.in,
          replies,
          Exception::printStackTrace);
    }
  }
}
