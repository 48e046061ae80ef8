package dev.flotilla.systemtests.faults;

import dev.flotilla.systemtests.Patience;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * SIGSTOP for ten seconds, of the leader and of a follower in turn; the others go on meanwhile.
 *
 * @param group whose servers are stopped
 * @param random draws the follower
 */
record Pauses(RecordedGroup group, RandomGenerator random) implements FaultsCommand.Scenario {
  private static final long PAUSE_MILLIS = 10_000;
  private static final int OPERATIONS_BEFORE = 100;
  private static final int OPERATIONS_WITHOUT = 50;

  @Override
  public String strike(int number) throws IOException, InterruptedException {
    ServerGroup servers = group.servers();
    boolean isLeader = number % 2 == 1;
    int which = random.nextInt(servers.servers().size() - 1);
    group.history().awaitExecuted(OPERATIONS_BEFORE);
    ServerUnderTest leader = servers.awaitLeader();
    ServerUnderTest paused = isLeader ? leader : servers.without(leader).get(which);
    long began = System.nanoTime();
    paused.pause();
    String next = ServerGroup.awaitLeader(servers.without(paused)).name();
    group.history().awaitExecuted(OPERATIONS_WITHOUT);
    Patience.pass(PAUSE_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    paused.resume();
    servers.awaitLeader();
    return "SIGSTOP of the %s, %s, for %s ms; then led %s"
        .formatted(
            isLeader ? "leader" : "follower",
            paused.name(),
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began),
            next);
  }
}
