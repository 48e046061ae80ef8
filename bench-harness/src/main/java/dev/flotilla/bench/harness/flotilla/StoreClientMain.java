package dev.flotilla.bench.harness.flotilla;

import java.io.IOException;

/** The client process of {@link StoreSystem}: like {@link FlotillaClientMain}. */
public final class StoreClientMain {
  private StoreClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments how to reconnect, the state machine, and where the group is, as {@link
   *     FlotillaClientMain#main} takes it
   */
  public static void main(String[] arguments) throws IOException {
    StoreLanguage language = StoreLanguage.of(arguments[1]);
    FlotillaClientMain.serve(
        new String[] {arguments[0], arguments[2]},
        (settings, runtime) -> StoreBenchClient.connect(settings, runtime, language));
  }
}
