package dev.flotilla.systemtests;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * Does harm to servers and mends it; each call returns when the group serves again.
 *
 * <p><b>Thread.</b> One; it blocks.
 *
 * @param group the servers
 * @param history tells how much clients have been served, and takes what was done
 * @param random chooses victims
 */
public record Faults(ServerGroup group, History history, RandomGenerator random) {
  private static final long EXECUTED_WITHOUT = 200;
  private static final long PAUSE_OF_FOLLOWERS_MILLIS = 2_500;

  /** What is done to servers while clients go on. */
  public enum Fault {
    /** SIGKILL of the leader; it is started again when another leads and has executed something. */
    KILL_LEADER,
    /** SIGSTOP of the leader until another leads and has executed something. */
    PAUSE_LEADER,
    /** SIGKILL of a follower; it is started again when the others have gone on without it. */
    KILL_FOLLOWER,
    /** SIGSTOP of every follower for longer than an election takes: nothing can be committed. */
    PAUSE_FOLLOWERS,
    /** SIGKILL of all, one right after another; all are started again. */
    KILL_ALL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Injects one fault, mends it, and waits until clients have been served some more. */
  public void inject(Fault fault) throws IOException, InterruptedException {
    ServerUnderTest leader = group.awaitLeader();
    List<ServerUnderTest> followers = group.without(leader);
    long from = System.nanoTime();
    String detail =
        switch (fault) {
          case KILL_LEADER ->
              withoutLeader(leader, ServerUnderTest::kill, ServerUnderTest::startAgain);
          case PAUSE_LEADER ->
              withoutLeader(leader, ServerUnderTest::pause, ServerUnderTest::resume);
          case KILL_FOLLOWER -> killFollower(followers.get(random.nextInt(followers.size())));
          case PAUSE_FOLLOWERS -> pauseFollowers(followers);
          case KILL_ALL -> killAll();
        };
    history.addFault(fault.toString(), detail, from);
    group.awaitLeader();
    history.awaitExecuted(EXECUTED_WITHOUT);
  }

  private String withoutLeader(ServerUnderTest leader, ServerGroup.Act harm, ServerGroup.Act mend)
      throws IOException, InterruptedException {
    harm.on(leader);
    ServerUnderTest next = ServerGroup.awaitLeader(group.without(leader));
    history.awaitExecuted(EXECUTED_WITHOUT);
    mend.on(leader);
    return leader.name() + ", then led " + next.name();
  }

  private String killFollower(ServerUnderTest follower) throws IOException, InterruptedException {
    follower.kill();
    history.awaitExecuted(EXECUTED_WITHOUT);
    follower.startAgain();
    return follower.name();
  }

  private static String pauseFollowers(List<ServerUnderTest> followers)
      throws IOException, InterruptedException {
    ServerGroup.each(followers, ServerUnderTest::pause);
    Patience.pass(PAUSE_OF_FOLLOWERS_MILLIS);
    ServerGroup.each(followers, ServerUnderTest::resume);
    return ServerGroup.names(followers);
  }

  private String killAll() throws IOException, InterruptedException {
    ServerGroup.each(group.servers(), ServerUnderTest::kill);
    ServerGroup.each(group.servers(), ServerUnderTest::startAgain);
    return ServerGroup.names(group.servers());
  }
}
