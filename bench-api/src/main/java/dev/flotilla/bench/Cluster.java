package dev.flotilla.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.SortedSet;

/**
 * A running cluster; its processes end when the owner of the {@link ClusterPlan}'s host ends them.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public final class Cluster implements AutoCloseable {
  private static final Duration ELECTION_LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final String connection;
  private final ServerProcesses servers;
  private final LeaderQuery leaders;
  private final LinkControl links;

  /**
   * A cluster that serves.
   *
   * @param connection what a client process needs to find the cluster, in the system's own words
   * @param servers the server processes
   * @param leaders asks the servers which of them leads; closed with the cluster
   */
  public Cluster(String connection, ServerProcesses servers, LeaderQuery leaders) {
    this(connection, servers, leaders, LinkControl.NONE);
  }

  /**
   * A cluster that serves, and whose links can be changed.
   *
   * @param links loses and delays messages between the servers; closed with the cluster
   */
  public Cluster(
      String connection, ServerProcesses servers, LeaderQuery leaders, LinkControl links) {
    this.connection = connection;
    this.servers = servers;
    this.leaders = leaders;
    this.links = links;
  }

  /** What a client process needs to find the cluster. */
  public String connection() {
    return connection;
  }

  /** The server processes: kills and restarts them. */
  public ServerProcesses servers() {
    return servers;
  }

  /** Loses and delays messages between the servers. */
  public LinkControl links() {
    return links;
  }

  /** Asks certain servers for their leader and their term. */
  public LeaderQuery query() {
    return leaders;
  }

  /** The number of the server that leads now; empty during an election. */
  public OptionalInt leader() throws InterruptedException {
    return leaders.leaderAmong(servers.running());
  }

  /**
   * The number of a running server that plays a role: the leader, or the follower with the lowest
   * number. Waits for the end of an election, because until then nobody can tell.
   *
   * @throws SystemFailedException if no server leads within 30 s, a server has died, or no follower
   *     is left
   */
  public int serverWith(Role role) throws IOException, InterruptedException {
    int leader = awaitLeader();
    if (role == Role.LEADER) {
      return leader;
    }
    SortedSet<Integer> followers = servers.running();
    followers.remove(leader);
    if (followers.isEmpty()) {
      throw new SystemFailedException("the cluster has no follower; start more servers");
    }
    return followers.first();
  }

  private int awaitLeader() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + ELECTION_LIMIT.toNanos();
    OptionalInt leader = leader();
    while (leader.isEmpty()) {
      servers.requireRunning("while a leader was looked for");
      if (System.nanoTime() - deadline > 0) {
        throw new SystemFailedException(
            "none of the servers %s has led for %s s; see their logs"
                .formatted(servers.running(), ELECTION_LIMIT.toSeconds()));
      }
      Thread.sleep(PAUSE.toMillis());
      leader = leader();
    }
    return leader.getAsInt();
  }

  /** Closes the query and the control of links; leaves the processes to the host's owner. */
  @Override
  public void close() {
    leaders.close();
    links.close();
  }
}
