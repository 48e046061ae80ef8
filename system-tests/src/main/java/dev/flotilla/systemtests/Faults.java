package dev.flotilla.systemtests;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Does harm to servers and mends it; each call returns when the group serves again.
 *
 * <p><b>Thread.</b> One; it blocks.
 */
public final class Faults {
  private static final long EXECUTED_WITHOUT = 200;
  private static final long PAUSE_OF_FOLLOWERS_MILLIS = 2_500;

  private final ServerGroup group;
  private final History history;
  private final RandomGenerator random;

  /**
   * For the servers of a group.
   *
   * @param history tells how much clients have been served, and takes what was done
   * @param random chooses victims
   */
  public Faults(ServerGroup group, History history, RandomGenerator random) {
    this.group = group;
    this.history = history;
    this.random = random;
  }

  /** Injects one fault, mends it, and waits until clients have been served some more. */
  public void inject(Fault fault) throws IOException, InterruptedException {
    ServerUnderTest leader = group.awaitLeader();
    long from = System.nanoTime();
    String detail =
        switch (fault) {
          case KILL_LEADER -> killLeader(leader);
          case PAUSE_LEADER -> pauseLeader(leader);
          case KILL_FOLLOWER -> killFollower(group.without(leader));
          case PAUSE_FOLLOWERS -> pauseFollowers(group.without(leader));
          case KILL_ALL -> killAll();
        };
    history.addFault(fault.toString(), detail, from, System.nanoTime());
    group.awaitLeader();
    group.awaitExecuted(EXECUTED_WITHOUT);
  }

  /** Lets clients go on without faults until there are so many operations. */
  public void awaitOperations(long count) throws IOException, InterruptedException {
    while (history.count() < count) {
      group.awaitExecuted(EXECUTED_WITHOUT);
    }
  }

  private String killLeader(ServerUnderTest leader) throws IOException, InterruptedException {
    leader.kill();
    ServerUnderTest next = ServerGroup.awaitLeader(group.without(leader));
    group.awaitExecuted(EXECUTED_WITHOUT);
    leader.startAgain();
    return leader.name() + ", then led " + next.name();
  }

  private String pauseLeader(ServerUnderTest leader) throws IOException, InterruptedException {
    leader.pause();
    ServerUnderTest next = ServerGroup.awaitLeader(group.without(leader));
    group.awaitExecuted(EXECUTED_WITHOUT);
    leader.resume();
    return leader.name() + ", then led " + next.name();
  }

  private String killFollower(List<ServerUnderTest> followers)
      throws IOException, InterruptedException {
    ServerUnderTest follower = followers.get(random.nextInt(followers.size()));
    follower.kill();
    group.awaitExecuted(EXECUTED_WITHOUT);
    follower.startAgain();
    return follower.name();
  }

  private String pauseFollowers(List<ServerUnderTest> followers)
      throws IOException, InterruptedException {
    for (ServerUnderTest follower : followers) {
      follower.pause();
    }
    group.pass(PAUSE_OF_FOLLOWERS_MILLIS);
    for (ServerUnderTest follower : followers) {
      follower.resume();
    }
    return ServerGroup.names(followers);
  }

  private String killAll() throws IOException, InterruptedException {
    for (ServerUnderTest server : group.servers()) {
      server.kill();
    }
    for (ServerUnderTest server : group.servers()) {
      server.startAgain();
    }
    return ServerGroup.names(group.servers());
  }
}
