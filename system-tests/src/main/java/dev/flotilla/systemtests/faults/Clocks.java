package dev.flotilla.systemtests.faults;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.Patience;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Moves the clock of the day of one server after another while it leads: ten minutes back, then
 * twenty ahead, which is more than a session lives without a command; then kills it and starts it
 * with a clock that is twenty minutes behind the one of its last life.
 *
 * @param group whose servers these are
 * @param clocks of each server
 * @param admin asks for a certain leader
 * @param random draws amounts
 */
record Clocks(StoreGroup group, List<FakedClock> clocks, StoreClient admin, RandomGenerator random)
    implements FaultsCommand.Scenario {
  /** How far a clock is moved. */
  private static final int MOVE_SECONDS = 600;

  private static final long AMOUNT = 2;
  private static final int ATTEMPTS = 20;
  private static final int OPERATIONS_MEANWHILE = 200;

  @Override
  public String strike(int number) throws IOException, InterruptedException {
    History history = group.recorded().history();
    int place = (number - 1) % clocks.size();
    ServerUnderTest server = group.recorded().servers().servers().get(place);
    FakedClock clock = clocks.get(place);
    clock.set(server, -MOVE_SECONDS);
    lead(server);
    history.awaitExecuted(OPERATIONS_MEANWHILE);
    try (Sleeper sleeper = group.sleeper(PairWorkload.amount(random))) {
      if (!sleeper.hasSession()) {
        throw new IOException("a new client has no session: " + sleeper.uid());
      }
      history.awaitExecuted(OPERATIONS_MEANWHILE);
      clock.set(server, MOVE_SECONDS);
      lead(server);
      history.awaitExecuted(OPERATIONS_MEANWHILE);
      require(sleeper, "after the leader's clock was set ahead");
      server.kill();
      clock.write(-MOVE_SECONDS);
      server.startAgain();
      group.recorded().servers().awaitLeader();
      clock.set(server, -MOVE_SECONDS);
      history.awaitExecuted(OPERATIONS_MEANWHILE);
      require(sleeper, "after a start with a clock that is behind");
    }
    clock.set(server, 0);
    return "the clock of %s, which leads, 600 s back, 1,200 s ahead, a start 1,200 s back"
        .formatted(server.name());
  }

  private static void require(Sleeper sleeper, String when) throws IOException {
    if (!sleeper.isRemembered()) {
      throw new IOException("the session of " + sleeper.uid() + " is forgotten " + when);
    }
  }

  private void lead(ServerUnderTest server) throws IOException, InterruptedException {
    String member = server.answer("member").split("/", 2)[0];
    Patience.USUAL.await(
        server.name() + " does not become leader",
        () -> {
          boolean isLeader = group.recorded().servers().awaitLeader() == server;
          if (!isLeader) {
            admin.client().admin().transferLeadership(member).join();
          }
          return isLeader;
        });
  }

  /**
   * What was seen.
   *
   * @param isNoticed whether the session was gone
   * @param text for people
   */
  record Verdict(boolean isNoticed, String text) {}

  /**
   * The control: log time goes by the monotonic clock of the leader, and so a session must be seen
   * to expire when that clock is moved. The group has one member, which stays leader whatever its
   * clock does. Blocks for some seconds.
   */
  static Verdict control(Path directory, Path faketime) throws IOException, InterruptedException {
    Path own = Files.createDirectories(directory.resolve("control"));
    String group = "clock-control-" + UUID.randomUUID();
    try (ChildProcesses processes = ChildProcesses.open(directory);
        ClientRuntime runtime = ClientRuntime.start(Network.LOOPBACK)) {
      FakedClock clock =
          FakedClock.ofBoth(faketime, directory.resolve("clock-control").toAbsolutePath());
      ServerGroup servers = new ServerGroup(processes, own, group);
      servers.found(BusyServer.java(StoreServer.class), List.of(clock.environment()));
      ServerUnderTest server = servers.servers().get(0);
      try (Sleeper sleeper = sleeperInSession(group, runtime)) {
        boolean isRemembered = sleeper.isRemembered();
        clock.set(server, 2 * MOVE_SECONDS);
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
                2 * MOVE_SECONDS));
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
        StoreClient.connect(group, runtime, new Uids(), StoreClient.PATIENT),
        PairCommand.add("counter", AMOUNT));
  }
}
