package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.LinkFault;
import dev.flotilla.node.MessageSender;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loses and delays what one server sends, for each addressee by itself: requests and answers alike.
 * What the addressee sends back is the business of its own transport.
 *
 * <p><b>Thread.</b> Any thread; {@link #send} does not block.
 *
 * <p><b>Bounds.</b> At most {@value #MAX_DELAYED} messages wait for their delay; more are lost.
 */
final class FaultyTransport implements MessageSender {
  /** About as many as the links of 15 servers may have in flight. */
  static final int MAX_DELAYED = 1_024;

  /** Runs a task later; must not block. */
  @FunctionalInterface
  interface Delay {
    void run(Runnable task, long nanos);
  }

  private final MessageSender network;
  private final Delay delay;
  private final Map<NodeId, LinkFault> faults = new ConcurrentHashMap<>();
  private final AtomicInteger delayed = new AtomicInteger();

  /** Guarded by itself: the group thread and the log thread send. */
  private final SplittableRandom random;

  /**
   * A transport without faults so far.
   *
   * @param network sends what is not lost
   * @param delay sends late
   * @param seed decides which messages are lost
   */
  FaultyTransport(MessageSender network, Delay delay, long seed) {
    this.network = network;
    this.delay = delay;
    this.random = new SplittableRandom(seed);
  }

  /** Sets what happens to messages for a member from now on. */
  void set(NodeId to, LinkFault fault) {
    if (fault.equals(LinkFault.NONE)) {
      faults.remove(to);
    } else {
      faults.put(to, fault);
    }
  }

  @Override
  public void send(Member to, Message message) {
    LinkFault fault = faults.get(to.id());
    if (fault == null) {
      network.send(to, message);
    } else if (!isLost(fault)) {
      sendLate(to, message, fault.delayMillis());
    }
  }

  private boolean isLost(LinkFault fault) {
    synchronized (random) {
      return random.nextDouble() < fault.dropProbability();
    }
  }

  private void sendLate(Member to, Message message, int millis) {
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

  @Override
  public Optional<String> objection(ClientPayload payload) {
    return network.objection(payload);
  }
}
