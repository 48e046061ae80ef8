package dev.flotilla.raftdpws.faults;

import dev.flotilla.node.MessageSender;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Loses and delays what one server sends, to all or for each addressee by itself: requests and
 * answers alike. What the addressee sends back is the business of its own faults.
 *
 * <p><b>Thread.</b> Any thread; {@link #send} does not block.
 *
 * <p><b>Bounds.</b> At most {@value #MAX_DELAYED} messages wait for their delay; more are lost.
 */
public final class LinkFaults implements MessageSender, AutoCloseable {
  /** About as many as the links of 15 servers may have in flight. */
  static final int MAX_DELAYED = 1_024;

  /** Runs a task later; must not block. */
  @FunctionalInterface
  interface Delay {
    void run(Runnable task, long nanos);
  }

  private final Delay delay;
  private final @Nullable ScheduledExecutorService late;
  private final Map<NodeId, LinkFault> faults = new ConcurrentHashMap<>();
  private final AtomicInteger delayed = new AtomicInteger();
  private volatile LinkFault ofOthers = LinkFault.NONE;
  private volatile @Nullable MessageSender network;

  /** Guarded by itself: the group thread and the log thread send. */
  private final SplittableRandom random;

  /**
   * No faults so far. Faults that are set before there is a network are kept for it.
   *
   * @param seed decides which messages are lost
   */
  public LinkFaults(long seed) {
    late =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "flotilla-delayed");
              thread.setDaemon(true);
              return thread;
            });
    delay = this::later;
    random = new SplittableRandom(seed);
  }

  LinkFaults(MessageSender network, Delay delay, long seed) {
    this.late = null;
    this.network = network;
    this.delay = delay;
    this.random = new SplittableRandom(seed);
  }

  /** Stands between the node and what sends. */
  public MessageSender wrap(MessageSender sender) {
    network = sender;
    return this;
  }

  /** Sets what happens to messages for a member from now on. */
  public void set(NodeId to, LinkFault fault) {
    faults.put(to, fault);
  }

  /** Sets what happens to messages for all members; replaces what was set for one. */
  public void setAll(LinkFault fault) {
    ofOthers = fault;
    faults.clear();
  }

  @Override
  public void send(Member to, Message message) {
    MessageSender now = network;
    if (now == null) {
      return;
    }
    LinkFault fault = faults.getOrDefault(to.id(), ofOthers);
    if (!isLost(fault)) {
      sendLate(now, to, message, fault.delayMillis());
    }
  }

  private boolean isLost(LinkFault fault) {
    if (fault.dropProbability() == 0) {
      return false;
    }
    synchronized (random) {
      return random.nextDouble() < fault.dropProbability();
    }
  }

  private void sendLate(MessageSender network, Member to, Message message, int millis) {
    if (millis == 0) {
      network.send(to, message);
    } else if (delayed.incrementAndGet() > MAX_DELAYED) {
      delayed.decrementAndGet();
    } else {
      delay.run(
          () -> {
            delayed.decrementAndGet();
            network.send(to, message);
          },
          TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  private void later(Runnable task, long nanos) {
    try {
      var unused = late == null ? null : late.schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      delayed.decrementAndGet(); // Closed: what waits is lost.
    }
  }

  @Override
  public Optional<String> objection(ClientPayload payload) {
    MessageSender now = network;
    return now == null ? Optional.empty() : now.objection(payload);
  }

  /** What waits for its delay is lost. */
  @Override
  public void close() {
    if (late != null) {
      late.shutdownNow();
    }
  }
}
