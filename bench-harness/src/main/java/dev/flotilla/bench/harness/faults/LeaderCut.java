package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.Role;
import dev.flotilla.bench.client.IterationObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;

/**
 * Changes the links of the server that leads when a third of the commands is acknowledged, and
 * measures the time until another server leads. The links stay as they are then.
 *
 * <p><b>Thread.</b> One thread, which waits for the new leader.
 */
public final class LeaderCut implements IterationObserver {
  private static final double SHARE = 1.0 / 3;
  private static final double MICROS_PER_MILLI = 1_000;
  private static final Duration PAUSE = Duration.ofMillis(5);

  /** Makes the links that a leader is to have. */
  @FunctionalInterface
  public interface Shape {
    /**
     * The links.
     *
     * @param servers how many servers
     * @param leader who leads
     */
    LinkMatrix of(int servers, int leader);
  }

  private final Cluster cluster;
  private final long commands;
  private final Shape shape;
  private final Duration patience;
  private long cutMicros;
  private OptionalDouble electionMillis = OptionalDouble.empty();

  /**
   * A cut for one run.
   *
   * @param commands commands of all clients together
   * @param patience how long to wait for another leader; zero to go on at once
   */
  public LeaderCut(Cluster cluster, long commands, Shape shape, Duration patience) {
    this.cluster = cluster;
    this.commands = commands;
    this.shape = shape;
    this.patience = patience;
  }

  @Override
  public void progressed(long acknowledged, Duration sinceStart)
      throws IOException, InterruptedException {
    if (cutMicros > 0 || acknowledged < SHARE * commands) {
      return;
    }
    long calledNanos = System.nanoTime();
    int leader = cluster.serverWith(Role.LEADER);
    SortedSet<Integer> others = cluster.servers().running();
    others.remove(leader);
    int servers = cluster.servers().size();
    long cutNanos = System.nanoTime();
    cutMicros = micros(sinceStart.toNanos() + cutNanos - calledNanos);
    shape.of(servers, leader).apply(LinkMatrix.none(servers), cluster.links());
    electionMillis = awaitLeader(others, cutNanos);
  }

  private OptionalDouble awaitLeader(SortedSet<Integer> others, long cutNanos)
      throws InterruptedException {
    while (System.nanoTime() - cutNanos < patience.toNanos()) {
      if (cluster.query().leaderAmong(others).isPresent()) {
        return OptionalDouble.of(micros(System.nanoTime() - cutNanos) / MICROS_PER_MILLI);
      }
      Thread.sleep(PAUSE.toMillis());
    }
    return OptionalDouble.empty();
  }

  private static long micros(long nanos) {
    return TimeUnit.NANOSECONDS.toMicros(nanos);
  }

  /** When the links changed, from the start of the workload; 0 if they did not. */
  public long cutMicros() {
    return cutMicros;
  }

  /** From the change until another server led; empty if none did within the patience. */
  public OptionalDouble electionMillis() {
    return electionMillis;
  }
}
