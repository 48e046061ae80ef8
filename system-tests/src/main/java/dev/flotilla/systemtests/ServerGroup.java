package dev.flotilla.systemtests;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The servers of one group, waited for while clients go on; patient, since others may use the
 * machine.
 *
 * <p><b>Thread.</b> One; it blocks, for five minutes at the most.
 *
 * @param servers all of them
 * @param history of what the clients do
 */
public record ServerGroup(List<ServerUnderTest> servers, History history) {
  private static final long PATIENCE_MILLIS = 300_000;
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(20);

  /** Copies the list. */
  public ServerGroup {
    servers = List.copyOf(servers);
  }

  /**
   * Waits until every server answers and one of them leads.
   *
   * @throws IOException if that does not come, or one of them has ended
   */
  public ServerUnderTest awaitLeader() throws IOException, InterruptedException {
    return awaitLeader(servers);
  }

  /** Likewise, for some of them, or others. */
  public static ServerUnderTest awaitLeader(List<ServerUnderTest> among)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    List<String> roles;
    do {
      roles = new ArrayList<>();
      for (ServerUnderTest server : among) {
        roles.add(server.role());
      }
      if (roles.stream().allMatch(ServerGroup::isServing)
          && roles.stream().filter("leader"::equals).count() == 1) {
        return among.get(roles.indexOf("leader"));
      }
      requireRunning(among);
      boolean unused = among.get(0).awaitEnd(BETWEEN_QUESTIONS);
    } while (System.nanoTime() - deadline < 0);
    throw new IOException("no leader within five minutes: " + names(among) + " are " + roles);
  }

  /** Whether whoever says that of its role takes part. */
  public static boolean isServing(String role) {
    return role.equals("leader") || role.equals("follower");
  }

  /** Whether it has stopped serving for good: who is silent, or campaigns, has not. */
  public static boolean hasStopped(ServerUnderTest server) throws InterruptedException {
    return server.role().equals("stopped") || !server.isRunning();
  }

  private static void requireRunning(List<ServerUnderTest> among) throws IOException {
    for (ServerUnderTest server : among) {
      if (!server.isRunning()) {
        throw new IOException(server.end());
      }
    }
  }

  /**
   * Waits until clients have had so many more operations executed.
   *
   * @throws IOException if that does not come
   */
  public void awaitExecuted(long more) throws IOException, InterruptedException {
    if (!history.awaitExecuted(more, PATIENCE_MILLIS)) {
      throw new IOException(
          "the group executed fewer than " + more + " operations within five minutes");
    }
  }

  /** Lets time pass, whatever happens in it. */
  public void pass(long millis) throws InterruptedException {
    history.awaitExecuted(Integer.MAX_VALUE, millis);
  }

  /** All but one. */
  public List<ServerUnderTest> without(ServerUnderTest server) {
    return servers.stream().filter(other -> other != server).toList();
  }

  /** What messages call them. */
  public static String names(List<ServerUnderTest> servers) {
    return servers.stream().map(ServerUnderTest::name).collect(Collectors.joining(", "));
  }
}
