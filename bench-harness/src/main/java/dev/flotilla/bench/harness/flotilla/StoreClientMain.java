package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import java.io.IOException;

/** The client process of {@link StoreSystem}: like {@link FlotillaClientMain}. */
public final class StoreClientMain {
  private StoreClientMain() {}

  /** The program, without where the group is. */
  static JavaProgram program(Reconnection reconnection, String machine, StoreReads reads) {
    return FlotillaSystem.clientProgram(StoreClientMain.class, reconnection)
        .withArgument(machine)
        .withArgument(reads.name());
  }

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments how to reconnect, the state machine, how to read, and where the group is, as
   *     {@link FlotillaClientMain#main} takes it
   */
  public static void main(String[] arguments) throws IOException {
    StoreLanguage language = StoreLanguage.of(arguments[1]);
    StoreReads reads = StoreReads.valueOf(arguments[2]);
    FlotillaClientMain.serve(
        new String[] {arguments[0], arguments[3]},
        (settings, runtime) -> StoreBenchClient.connect(settings, runtime, language, reads));
  }
}
