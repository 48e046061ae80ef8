package dev.flotilla.bench.harness.flotilla;

import java.io.IOException;

/** The client process of {@link KeyValueSystem}: like {@link FlotillaClientMain}. */
public final class KeyValueClientMain {
  private KeyValueClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments as of {@link FlotillaClientMain#main}
   */
  public static void main(String[] arguments) throws IOException {
    FlotillaClientMain.serve(arguments, KeyValueBenchClient::connect);
  }
}
