package dev.flotilla.batteries;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Does harm to servers and mends it; each call returns when the group serves again.
 *
 * <p><b>Thread.</b> One; it blocks.
 */
final class Faults {
  private static final long EXECUTED_WITHOUT = 200;
  private static final long PAUSE_OF_FOLLOWERS_MILLIS = 2_500;
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long ANSWER_MILLIS = 2_000;
  private static final long BETWEEN_QUESTIONS_MILLIS = 20;

  private final List<ServerUnderTest> servers;
  private final History history;
  private final RandomGenerator random;

  Faults(List<ServerUnderTest> servers, History history, RandomGenerator random) {
    this.servers = servers;
    this.history = history;
    this.random = random;
  }

  /** Injects one fault, mends it, and waits until clients have been served some more. */
  void inject(Fault fault) throws IOException, InterruptedException {
    ServerUnderTest leader = awaitLeader();
    long from = System.nanoTime();
    String detail =
        switch (fault) {
          case KILL_LEADER -> killLeader(leader);
          case PAUSE_LEADER -> pauseLeader(leader);
          case KILL_FOLLOWER -> killFollower(without(leader));
          case PAUSE_FOLLOWERS -> pauseFollowers(without(leader));
          case KILL_ALL -> killAll();
        };
    history.addFault(fault.toString(), detail, from, System.nanoTime());
    awaitLeader();
    awaitExecuted();
  }

  /** Lets clients go on without faults until there are so many operations. */
  void awaitOperations(long count) throws IOException, InterruptedException {
    while (history.count() < count) {
      awaitExecuted();
    }
  }

  /** Waits until every server answers and one of them leads. */
  ServerUnderTest awaitLeader() throws IOException, InterruptedException {
    return awaitLeader(servers);
  }

  private String killLeader(ServerUnderTest leader) throws IOException, InterruptedException {
    leader.kill();
    ServerUnderTest next = awaitLeader(without(leader));
    awaitExecuted();
    leader.startAgain();
    return leader.name() + ", then led " + next.name();
  }

  private String pauseLeader(ServerUnderTest leader) throws IOException, InterruptedException {
    leader.pause();
    ServerUnderTest next = awaitLeader(without(leader));
    awaitExecuted();
    leader.resume();
    return leader.name() + ", then led " + next.name();
  }

  private String killFollower(List<ServerUnderTest> followers)
      throws IOException, InterruptedException {
    ServerUnderTest follower = followers.get(random.nextInt(followers.size()));
    follower.kill();
    awaitExecuted();
    follower.startAgain();
    return follower.name();
  }

  private String pauseFollowers(List<ServerUnderTest> followers)
      throws IOException, InterruptedException {
    for (ServerUnderTest follower : followers) {
      follower.pause();
    }
    // Time passes: so much is not executed.
    history.awaitExecuted(Integer.MAX_VALUE, PAUSE_OF_FOLLOWERS_MILLIS);
    for (ServerUnderTest follower : followers) {
      follower.resume();
    }
    return names(followers);
  }

  private String killAll() throws IOException, InterruptedException {
    for (ServerUnderTest server : servers) {
      server.kill();
    }
    for (ServerUnderTest server : servers) {
      server.startAgain();
    }
    return names(servers);
  }

  private void awaitExecuted() throws IOException, InterruptedException {
    if (!history.awaitExecuted(EXECUTED_WITHOUT, PATIENCE_MILLIS)) {
      throw new IOException(
          "the group executed fewer than " + EXECUTED_WITHOUT + " commands within a minute");
    }
  }

  private ServerUnderTest awaitLeader(List<ServerUnderTest> among)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    List<String> roles;
    do {
      roles = new ArrayList<>();
      for (ServerUnderTest server : among) {
        roles.add(roleOf(server));
      }
      boolean serving = roles.stream().allMatch(role -> role.matches("leader|follower"));
      if (serving && roles.stream().filter("leader"::equals).count() == 1) {
        return among.get(roles.indexOf("leader"));
      }
      history.awaitExecuted(Integer.MAX_VALUE, BETWEEN_QUESTIONS_MILLIS);
    } while (System.nanoTime() - deadline < 0);
    throw new IOException("no leader within a minute: " + names(among) + " are " + roles);
  }

  private static String roleOf(ServerUnderTest server) throws InterruptedException {
    try {
      return server.role().toCompletableFuture().get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return "not there";
    }
  }

  private List<ServerUnderTest> without(ServerUnderTest server) {
    return servers.stream().filter(other -> other != server).toList();
  }

  private static String names(List<ServerUnderTest> servers) {
    return servers.stream().map(ServerUnderTest::name).collect(Collectors.joining(", "));
  }
}
