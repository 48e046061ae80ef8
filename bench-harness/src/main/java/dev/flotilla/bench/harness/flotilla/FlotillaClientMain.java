package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.client.ClientProcess;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.ClientRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The client process of Flotilla: its clients share the client library's threads. */
public final class FlotillaClientMain {
  /** The kind of client of the lock service. */
  static final String LOCKS = "locks";

  private FlotillaClientMain() {}

  /**
   * The program, without where the group is.
   *
   * @param kind of client: nothing for clients of the journal, {@link #LOCKS}, or a state machine
   *     and how to read from it, by the name of a {@link StoreReads}
   */
  static JavaProgram program(Reconnection reconnection, String... kind) {
    List<String> arguments = new ArrayList<>(List.of(reconnection.name()));
    arguments.addAll(List.of(kind));
    return new JavaProgram(
        JavaProgram.classPathOf(FlotillaSystem.class),
        FlotillaClientMain.class.getName(),
        FlotillaSystem.JVM_OPTIONS,
        arguments);
  }

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments how to reconnect, by the name of a {@link Reconnection}; the kind of client,
   *     as {@link #program} takes it; then the group's name and the address of one of its servers
   *     with a comma between them, then, after another comma, the key directory if the servers have
   *     keys
   */
  public static void main(String[] arguments) throws IOException {
    String where = arguments[arguments.length - 1];
    List<String> kind = List.of(arguments).subList(1, arguments.length - 1);
    RetryPolicy policy =
        Reconnection.valueOf(arguments[0]) == Reconnection.ZOOKEEPER
            ? RetryPolicy.ZOOKEEPER
            : RetryPolicy.DEFAULT;
    String[] target = where.split(",", 3);
    Network network = Network.on(Route.interfaceTowards(target[1]).stream().toList());
    ClientSettings settings =
        ClientSettings.of(target[0]).withRetryPolicy(policy).withNetwork(network);
    Optional<Path> keys = target.length > 2 ? Optional.of(Path.of(target[2])) : Optional.empty();
    PrintStream replies = System.out;
    System.setOut(System.err);
    try (ClientRuntime runtime = ClientRuntime.start(network, keys)) {
      ClientProcess.serve(
          any -> connect(kind, settings, runtime),
          where,
          System.in,
          replies,
          Exception::printStackTrace);
    }
  }

  private static BenchClient connect(
      List<String> kind, ClientSettings settings, ClientRuntime runtime)
      throws IOException, InterruptedException {
    if (kind.isEmpty()) {
      return FlotillaBenchClient.connect(settings, runtime);
    }
    return kind.get(0).equals(LOCKS)
        ? SessionClient.ofLocks(settings, runtime)
        : SessionClient.ofStore(
            settings, runtime, StoreLanguage.of(kind.get(0)), StoreReads.valueOf(kind.get(1)));
  }
}
