package dev.flotilla.bench.harness.flotilla;

import java.io.IOException;

/** One load generator of the lock service: a client process like {@link FlotillaClientMain}. */
public final class LockClientMain {
  private LockClientMain() {}

  /**
   * Serves the harness until standard input ends.
   *
   * @param arguments as of {@link FlotillaClientMain#main}
   */
  public static void main(String[] arguments) throws IOException {
    FlotillaClientMain.serve(arguments, LockBenchClient::connect);
  }
}
