package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.client.ClientProcess;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.ClientRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** The client process of Flotilla: its clients share the client library's threads. */
public final class FlotillaClientMain {
  private FlotillaClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments how to reconnect, by the name of a {@link Reconnection}, then the group's name
   *     and the address of one of its servers with a comma between them, then, after another comma,
   *     the key directory if the servers have keys
   */
  public static void main(String[] arguments) throws IOException {
    serve(arguments, FlotillaBenchClient::connect);
  }

  /** Connects one client of a group. */
  @FunctionalInterface
  interface Connector {
    BenchClient connect(ClientSettings settings, ClientRuntime runtime)
        throws IOException, InterruptedException;
  }

  static void serve(String[] arguments, Connector connector) throws IOException {
    RetryPolicy policy =
        Reconnection.valueOf(arguments[0]) == Reconnection.ZOOKEEPER
            ? RetryPolicy.ZOOKEEPER
            : RetryPolicy.DEFAULT;
    String[] target = arguments[1].split(",", 3);
    ClientSettings settings =
        FlotillaBenchClient.settings(
            target[0], policy, Network.on(Route.interfaceTowards(target[1]).stream().toList()));
    Optional<Path> keys = target.length > 2 ? Optional.of(Path.of(target[2])) : Optional.empty();
    PrintStream replies = System.out;
    System.setOut(System.err);
    try (ClientRuntime runtime = ClientRuntime.start(settings.network(), keys)) {
      ClientProcess.serve(
          any -> connector.connect(settings, runtime),
          arguments[1],
          System.in,
          replies,
          Exception::printStackTrace);
    }
  }
}
