package dev.flotilla;

import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.ServerEvent;
import dev.flotilla.client.dpws.Facades;
import dev.flotilla.metrics.ServerHealth;
import dev.flotilla.metrics.ServerMetrics;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.faults.FaultPort;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * One server of a group, in this process. Any number of servers, of one group or several, may live
 * in one JVM; each has threads, a port and a data directory of its own.
 *
 * <p>Any thread may call; only {@link ServerBuilder#start} and {@link #close} block. All threads of
 * a server are daemons: it does not keep the process alive, so an application that does nothing
 * else waits on {@link #stopped}.
 */
public final class FlotillaServer implements AutoCloseable {
  private final RaftDevice device;
  private final OwnClient client;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final CompletableFuture<Long> removed;
  private final Optional<FaultPort> faultPort;

  FlotillaServer(RaftDevice device, OwnClient client, Optional<FaultPort> faultPort) {
    this.faultPort = faultPort;
    this.device = device;
    this.client = client;
    device
        .failed()
        .thenAcceptAsync(cause -> stopped.completeExceptionally(ServerStart.failure(cause)));
    removed = device.removed().toCompletableFuture();
    // Nobody learns of the removal any more.
    var unused =
        stopped.whenComplete(
            (nothing, failure) ->
                removed.completeExceptionally(
                    new CancellationException("the server stopped before it was removed")));
  }

  /**
   * Prepares a server with a state machine that keeps itself, such as the journal on Berkeley DB. A
   * state of records is simpler: see {@link Group#server}.
   *
   * @param machine newly made; the server initialises and terminates it
   */
  public static ServerBuilder builder(StateMachine machine) {
    return new ServerBuilder(machine);
  }

  /** The server's lasting identity, {@code urn:uuid:...}. */
  public String member() {
    return device.member().id().toString();
  }

  /** The name of its group. */
  public String groupName() {
    return device.status().name();
  }

  /**
   * What was damaged in the directory of this server's former self, and where it is kept, in words;
   * empty unless it is coming back from that since its last start ({@link
   * ServerBuilder#refuseDamage}).
   */
  public Optional<String> damage() {
    return device.damage();
  }

  /** Where it can be called today. Nobody needs to be told: it announces itself. */
  public URI address() {
    return device.address();
  }

  /** {@code leader}, {@code follower}, {@code founding}, or another role, as of now. */
  public String role() {
    return device.status().role();
  }

  /** Its numbers, for a monitoring system; does not block. */
  public ServerMetrics metrics() {
    return ServerGauges.of(device);
  }

  /** Whether it works, for a supervisor or a load balancer; does not block. */
  public ServerHealth health() {
    return OwnHealth.of(device);
  }

  /**
   * Ends with the group's id when the group exists and this server serves in it, which one that
   * joins does when it has been made a member. Fails with {@link ServerStartException} if it never
   * will: of kind {@link ServerStartException.Kind#FOUNDING_REFUSED}, or {@link
   * ServerStartException.Kind#STOPPED} if the server was closed or failed before.
   */
  public CompletableFuture<String> founded() {
    // Elsewhere: what depends on it may take its time, or close this server.
    return device.founded().toCompletableFuture().handleAsync(ServerStart::founded);
  }

  /**
   * {@link #founded}, for those who wait; blocks until the group exists and this server serves in
   * it.
   *
   * @param atMost how long to wait, from 1 ms
   * @return the group's id
   * @throws IllegalArgumentException if that is less than 1 ms
   * @throws ServerStartException with {@link ServerStartException.Kind#NOT_FOUNDED_IN_TIME} if it
   *     takes longer, when the server goes on; with another kind if it never will
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public String awaitFounded(Duration atMost) throws ServerStartException, InterruptedException {
    return ServerStart.awaitFounded(founded(), groupName(), atMost);
  }

  /**
   * Ends with the index of the entry that has removed this server from the members of its group,
   * when that is committed and known here: one that was away meanwhile is not told. The server runs
   * on and does nothing any more; close it. Fails with {@link CancellationException} when the
   * server stops before.
   */
  public CompletableFuture<Long> removed() {
    // Elsewhere, as with founded().
    return removed.thenApplyAsync(index -> index);
  }

  /**
   * Ends when the server is closed; fails with the cause if it can go on no longer, because a write
   * failed, an invariant broke or the group cannot be founded.
   */
  public CompletableFuture<Void> stopped() {
    return stopped.copy();
  }

  /**
   * Calls a listener for what happens to this server and its group from now on: roles, terms,
   * leaders, members, applied indexes, snapshots, full disks.
   *
   * @param listener called on a thread of its own, one event at a time; what it throws is logged.
   *     If it is slow, up to 256 events wait, of applied indexes only the newest
   * @param missed told on the same thread how many events were dropped because more waited
   * @return ends it
   * @throws IllegalStateException if this server has 32 listeners
   */
  public Listening listen(Consumer<? super ServerEvent> listener, LongConsumer missed) {
    return device.events().listen(event -> listener.accept(Facades.event(event)), missed)::run;
  }

  /**
   * Shows and changes the members of this server's group. It finds their leader by a client, which
   * is closed with this server; in a group with keys, the certificate of this server needs the role
   * admin.
   *
   * @throws IOException if the network interface or the keys cannot be used
   */
  public GroupAdmin admin() throws IOException {
    return client.admin();
  }

  /**
   * Leaves the members of the group, which goes on without this server; close it afterwards. In a
   * group with keys it needs no other role than its own.
   *
   * @param atMost how long this server may take to find its group, from 1 ms
   * @return done when it is no member any more; refused with the reason if it does not find its
   *     group in time or is closed. Fails only with an {@link IOException} if it has no network
   */
  public CompletableFuture<AdminOutcome> leave(Duration atMost) {
    return client.leave(founded(), atMost);
  }

  /** Faults of the network between this server and the others, for tests and drills. */
  public ServerFaults faults() {
    return new ServerFaults(device, faultPort);
  }

  /**
   * Says goodbye, answers what still waits, and releases everything; blocks for some seconds. On a
   * thread of the server itself, such as the one that applies commands, which cannot wait for
   * itself, it returns at once, and {@link #stopped} tells when all is released.
   */
  @Override
  public void close() {
    if (device.isOwnThread()) {
      Thread closing = new Thread(this::release, "flotilla-closing");
      closing.setDaemon(true);
      closing.start();
    } else {
      release();
    }
  }

  private void release() {
    faultPort.ifPresent(FaultPort::close);
    client.close();
    device.close();
    stopped.complete(null);
  }
}
