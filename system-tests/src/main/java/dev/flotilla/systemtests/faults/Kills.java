package dev.flotilla.systemtests.faults;

import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.Patience;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * SIGKILL of one server, or of all, after a random number of operations: often while another is
 * still starting after the kill before. One in ten stays away until only a snapshot brings it back,
 * and half of these are killed once more, while it arrives and while it is installed in turn.
 *
 * @param group whose servers are killed
 * @param random draws all that is random, whatever the servers do
 */
record Kills(RecordedGroup group, RandomGenerator random) implements FaultsCommand.Scenario {
  private static final int MAX_OPERATIONS_BEFORE = 150;
  private static final int OPERATIONS_WITHOUT = 20;
  private static final int ONE_IN_SO_MANY_OF_ALL = 4;
  private static final int ONE_IN_SO_MANY_STAYS_AWAY = 10;
  private static final int MAX_INSTALLATION_MILLIS = 1_000;

  @Override
  public String strike(int number) throws IOException, InterruptedException {
    List<ServerUnderTest> all = group.servers().servers();
    int operations = 1 + random.nextInt(MAX_OPERATIONS_BEFORE);
    boolean isAll = random.nextInt(ONE_IN_SO_MANY_OF_ALL) == 0;
    int one = random.nextInt(all.size());
    boolean isStartedLate = random.nextBoolean();
    boolean isAwaited = random.nextBoolean();
    group.history().awaitExecuted(operations);
    String struck =
        number % ONE_IN_SO_MANY_STAYS_AWAY == 0
            ? keepAway(all.get(one), number / ONE_IN_SO_MANY_STAYS_AWAY)
            : kill(isAll ? all : List.of(all.get(one)), isStartedLate);
    if (isAwaited) {
      group.servers().awaitLeader();
    }
    return "SIGKILL after %s operations of %s%s"
        .formatted(operations, struck, isAwaited ? ", until all served again" : "");
  }

  private String kill(List<ServerUnderTest> victims, boolean isStartedLate)
      throws IOException, InterruptedException {
    ServerGroup.each(victims, ServerUnderTest::kill);
    if (victims.size() == 1 && isStartedLate) {
      group.history().awaitExecuted(OPERATIONS_WITHOUT);
    }
    ServerGroup.each(victims, ServerUnderTest::startAgain);
    return victims.size() == 1 ? victims.get(0).name() : "all";
  }

  private String keepAway(ServerUnderTest victim, int times)
      throws IOException, InterruptedException {
    victim.kill();
    long lastIndex = Inspection.of(new ReadOnlyDisk(victim.directory())).lastIndex();
    BusyServer.awaitDropped(lastIndex, group.servers().without(victim));
    victim.startAgain();
    if (times % 2 == 1) {
      return victim.name() + ", which stayed away";
    }
    boolean isWhole = times % 4 == 0;
    BusyServer.awaitBegin(victim, BusyServer.SNAPSHOT_ARRIVING);
    if (isWhole) {
      BusyServer.awaitEnd(victim, BusyServer.SNAPSHOT_ARRIVING);
    }
    // Early as a rule: much happens at once.
    int millis = random.nextInt(1 + random.nextInt(MAX_INSTALLATION_MILLIS));
    Patience.pass(millis);
    victim.kill();
    victim.startAgain();
    return "%s, which stayed away, and again %s ms after a snapshot had %s"
        .formatted(victim.name(), millis, isWhole ? "arrived" : "begun to arrive");
  }
}
