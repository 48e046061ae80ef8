package dev.flotilla.batteries.faults;

import dev.flotilla.batteries.ServerGroup;
import dev.flotilla.batteries.ServerUnderTest;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * SIGKILL of one server, or of all, after a random number of operations: often while another is
 * still starting after the kill before.
 *
 * @param group whose servers are killed
 * @param random draws all that is random, whatever the servers do
 */
record Kills(ServerGroup group, RandomGenerator random) implements Scenario {
  private static final int MAX_OPERATIONS_BEFORE = 150;
  private static final int OPERATIONS_WITHOUT = 20;
  private static final int ONE_IN_SO_MANY_OF_ALL = 4;

  @Override
  public String strike(int number) throws IOException, InterruptedException {
    int operations = 1 + random.nextInt(MAX_OPERATIONS_BEFORE);
    boolean isAll = random.nextInt(ONE_IN_SO_MANY_OF_ALL) == 0;
    ServerUnderTest one = group.servers().get(random.nextInt(group.servers().size()));
    boolean isStartedLate = random.nextBoolean();
    boolean isAwaited = random.nextBoolean();
    group.awaitExecuted(operations);
    List<ServerUnderTest> victims = isAll ? group.servers() : List.of(one);
    for (ServerUnderTest victim : victims) {
      victim.kill();
    }
    if (!isAll && isStartedLate) {
      group.awaitExecuted(OPERATIONS_WITHOUT);
    }
    for (ServerUnderTest victim : victims) {
      victim.startAgain();
    }
    if (isAwaited) {
      group.awaitLeader();
    }
    return "SIGKILL of %s after %s operations%s"
        .formatted(
            isAll ? "all" : one.name(), operations, isAwaited ? ", until all served again" : "");
  }
}
