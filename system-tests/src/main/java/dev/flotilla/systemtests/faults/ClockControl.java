package dev.flotilla.systemtests.faults;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The control of {@link Clocks}: log time goes by the monotonic clock of who leads, and so a
 * session must be seen to expire when that clock is moved. The group has one member, which stays in
 * office whatever its clock does.
 */
final class ClockControl {
  private static final long AMOUNT = 2;
  private static final int ATTEMPTS = 20;

  private ClockControl() {}

  /**
   * What was seen.
   *
   * @param isNoticed whether the session was gone
   * @param text for people
   */
  record Verdict(boolean isNoticed, String text) {}

  /** Blocks for some seconds. */
  static Verdict run(Path directory, Path faketime) throws IOException, InterruptedException {
    Path own = directory.resolve("control");
    String group = "clock-control-" + UUID.randomUUID();
    try (ChildProcesses processes = ChildProcesses.open(directory);
        ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK)) {
      FakedClock clock =
          FakedClock.ofBoth(faketime, directory.resolve("clock-control").toAbsolutePath());
      ServerUnderTest server =
          StoreServers.start(processes, own, group, List.of(clock.environment()))
              .processes()
              .get(0);
      try (Sleeper sleeper = sleeperInSession(group, runtime)) {
        boolean isRemembered = sleeper.isRemembered();
        clock.set(server, 2 * Clocks.MOVE_SECONDS);
        // What time it is stands in commands.
        sleeper(group, runtime).close();
        boolean isForgotten = !sleeper.isRemembered();
        return new Verdict(
            isRemembered && isForgotten,
            String.format(
                Locale.ROOT,
                "control: a session is %s, and %s after the monotonic clock has moved by %,d s",
                isRemembered ? "remembered" : "FORGOTTEN",
                isForgotten ? "forgotten" : "REMEMBERED",
                2 * Clocks.MOVE_SECONDS));
      }
    }
  }

  private static Sleeper sleeperInSession(String group, ClientRuntime runtime) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Sleeper sleeper = sleeper(group, runtime);
      if (sleeper.hasSession()) {
        return sleeper;
      }
      sleeper.close();
    }
    throw new IOException("no session is opened in " + ATTEMPTS + " attempts");
  }

  private static Sleeper sleeper(String group, ClientRuntime runtime) throws IOException {
    return Sleeper.begin(
        StoreClient.patient(group, runtime, new Uids()), new PairCommand.Add("counter", AMOUNT));
  }
}
