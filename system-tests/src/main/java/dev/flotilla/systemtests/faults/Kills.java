package dev.flotilla.systemtests.faults;

import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.systemtests.Absence;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.SnapshotFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * SIGKILL of one server, or of all, after a random number of operations: often while another is
 * still starting after the kill before. One in ten stays away until only a snapshot brings it back,
 * and half of these are killed once more, while it arrives and while it is installed in turn.
 *
 * @param group whose servers are killed
 * @param directories where each has its data
 * @param random draws all that is random, whatever the servers do
 */
record Kills(ServerGroup group, List<Path> directories, RandomGenerator random)
    implements Scenario {
  private static final int MAX_OPERATIONS_BEFORE = 150;
  private static final int OPERATIONS_WITHOUT = 20;
  private static final int ONE_IN_SO_MANY_OF_ALL = 4;
  private static final int ONE_IN_SO_MANY_STAYS_AWAY = 10;
  private static final int MAX_INSTALLATION_MILLIS = 1_000;

  @Override
  public String strike(int number) throws IOException, InterruptedException {
    int operations = 1 + random.nextInt(MAX_OPERATIONS_BEFORE);
    boolean isAll = random.nextInt(ONE_IN_SO_MANY_OF_ALL) == 0;
    int one = random.nextInt(directories.size());
    boolean isStartedLate = random.nextBoolean();
    boolean isAwaited = random.nextBoolean();
    group.awaitExecuted(operations);
    String struck =
        number % ONE_IN_SO_MANY_STAYS_AWAY == 0
            ? keepAway(one, number / ONE_IN_SO_MANY_STAYS_AWAY)
            : kill(isAll ? group.servers() : List.of(group.servers().get(one)), isStartedLate);
    if (isAwaited) {
      group.awaitLeader();
    }
    return "SIGKILL after %s operations of %s%s"
        .formatted(operations, struck, isAwaited ? ", until all served again" : "");
  }

  private String kill(List<ServerUnderTest> victims, boolean isStartedLate)
      throws IOException, InterruptedException {
    for (ServerUnderTest victim : victims) {
      victim.kill();
    }
    if (victims.size() == 1 && isStartedLate) {
      group.awaitExecuted(OPERATIONS_WITHOUT);
    }
    for (ServerUnderTest victim : victims) {
      victim.startAgain();
    }
    return victims.size() == 1 ? victims.get(0).name() : "all";
  }

  private String keepAway(int place, int times) throws IOException, InterruptedException {
    ServerUnderTest victim = group.servers().get(place);
    Path directory = directories.get(place);
    victim.kill();
    long lastIndex = Inspection.of(new ReadOnlyDisk(directory)).lastIndex();
    Absence.awaitDropped(lastIndex, group.without(victim));
    victim.startAgain();
    if (times % 2 == 1) {
      return victim.name() + ", which stayed away";
    }
    boolean isWhole = times % 4 == 0;
    SnapshotFile.ARRIVING.await(directory);
    if (isWhole) {
      SnapshotFile.ARRIVING.awaitEnd(directory);
    }
    // Early as a rule: much happens at once.
    int millis = random.nextInt(1 + random.nextInt(MAX_INSTALLATION_MILLIS));
    group.pass(millis);
    victim.kill();
    victim.startAgain();
    return "%s, which stayed away, and again %s ms after a snapshot had %s"
        .formatted(victim.name(), millis, isWhole ? "arrived" : "begun to arrive");
  }
}
