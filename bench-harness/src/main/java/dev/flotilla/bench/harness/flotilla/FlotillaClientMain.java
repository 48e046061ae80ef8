package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.client.ClientProcess;
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
   * @param arguments the group's name
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    try (ClientRuntime runtime = ClientRuntime.start(Optional.empty())) {
      ClientProcess.serve(
          group -> FlotillaBenchClient.connect(group, runtime),
          arguments[0],
          System.in,
          replies,
          Exception::printStackTrace);
    }
  }
}
