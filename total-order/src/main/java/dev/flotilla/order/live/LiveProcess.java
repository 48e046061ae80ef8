package dev.flotilla.order.live;

import dev.flotilla.order.Delivery;
import dev.flotilla.order.MessageId;
import dev.flotilla.order.Middleware;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.order.protocol.OrderCodec;
import dev.flotilla.order.protocol.OrderMessage;
import dev.flotilla.order.protocol.Outputs;
import dev.flotilla.order.protocol.Protocol;
import dev.flotilla.order.protocol.RaftJournal;
import dev.flotilla.raft.model.Bytes;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of a group: a protocol that runs on a middleware.
 *
 * <p>Its thread takes broadcasts and messages from a queue, hands them to the protocol, and carries
 * the outputs out: sends first, then deliveries. It also sends heartbeats and checks for those of
 * others, if the protocol needs a failure detector. Other threads only add to the queue.
 */
public final class LiveProcess implements TotalOrder {
  /** So many own messages may wait for their delivery. */
  public static final int MAX_WAITING = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(LiveProcess.class);
  private static final int MAX_INPUTS_AT_ONCE = 64;

  /** So much of others may wait; a process that takes no more than that stops. */
  static final long MAX_RECEIVED_BYTES = 256L * 1024 * 1024;

  /** What a message takes beside its content, so that empty ones are limited, too. */
  private static final int OVERHEAD_BYTES = 64;

  private static final long CLOSE_MILLIS = 5_000;

  private sealed interface Input {}

  private record Broadcast(Bytes content) implements Input {}

  private record Received(int from, Bytes message) implements Input {}

  private record Stop() implements Input {}

  private final ProcessGroup group;
  private final Middleware middleware;
  private final Deliveries deliveries;
  private final Protocol protocol;
  private final @Nullable HeartbeatDetector detector;
  private final BlockingQueue<Input> inputs = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong receivedBytes = new AtomicLong();
  private final Thread thread;
  private final long startNanos = System.nanoTime();
  private volatile boolean isStopped;

  /** Of the thread alone. */
  private long heartbeatNanos;

  private LiveProcess(
      ProtocolKind kind,
      ProcessGroup group,
      Middleware middleware,
      Deliveries deliveries,
      RaftJournal journal) {
    this.group = group;
    this.middleware = middleware;
    this.deliveries = deliveries;
    this.protocol = kind.create(group, new SplittableRandom(), journal);
    this.detector = kind.usesDetector() ? new HeartbeatDetector(group, 0) : null;
    this.thread = new Thread(this::run, "order-%s-%s".formatted(kind, group.self()));
    this.thread.setDaemon(true);
  }

  /**
   * Starts a process.
   *
   * @param kind the same at all processes of the group
   * @param middleware connects them; closed with the process
   * @param deliveries called on the process's thread
   */
  public static LiveProcess start(ProtocolKind kind, Middleware middleware, Deliveries deliveries) {
    return start(kind, middleware, deliveries, RaftJournal.NONE);
  }

  /**
   * Starts a process that keeps what it must not forget, if its protocol is Raft.
   *
   * @param journal called on the process's thread; if it fails, the process stops
   */
  public static LiveProcess start(
      ProtocolKind kind, Middleware middleware, Deliveries deliveries, RaftJournal journal) {
    return start(kind, middleware, middleware.group().size(), deliveries, journal);
  }

  /**
   * Starts a process of a group of servers. Further processes of the middleware are clients: each
   * may take the origin's part of the protocol ({@link ProtocolKind#outsideOrigin}), and is no
   * member of the group.
   *
   * @param servers the servers are processes 0 to this number minus 1
   * @throws IllegalArgumentException if this process is no server
   */
  public static LiveProcess start(
      ProtocolKind kind,
      Middleware middleware,
      int servers,
      Deliveries deliveries,
      RaftJournal journal) {
    int all = middleware.group().size();
    if (servers > all) {
      throw new IllegalArgumentException(
          "%s servers are more than the %s processes of the middleware".formatted(servers, all));
    }
    ProcessGroup group = new ProcessGroup(middleware.group().self(), servers);
    LiveProcess process = new LiveProcess(kind, group, middleware, deliveries, journal);
    process.thread.start();
    middleware.start(process::take);
    return process;
  }

  private void take(int from, Bytes message) {
    if (isStopped) {
      return;
    }
    long before = receivedBytes.getAndAdd(message.size() + OVERHEAD_BYTES);
    if (before < MAX_RECEIVED_BYTES) {
      inputs.add(new Received(from, message));
    } else if (before - message.size() - OVERHEAD_BYTES < MAX_RECEIVED_BYTES) {
      LOG.error(
          "Process {} stops: {} bytes of other processes wait, which is the limit",
          group.self(),
          before);
      inputs.add(new Stop());
    }
  }

  @Override
  public ProcessGroup group() {
    return group;
  }

  @Override
  public void broadcast(Bytes content) {
    if (content.size() > MAX_CONTENT_BYTES) {
      throw new IllegalArgumentException(
          "a content of %s bytes exceeds the limit of %s; split it"
              .formatted(content.size(), MAX_CONTENT_BYTES));
    }
    if (isStopped) {
      throw new IllegalStateException("process %s has stopped".formatted(group.self()));
    }
    if (waiting.incrementAndGet() > MAX_WAITING) {
      waiting.decrementAndGet();
      throw new IllegalStateException(
          "%s broadcasts of process %s wait, which is the limit; wait for deliveries"
              .formatted(MAX_WAITING, group.self()));
    }
    inputs.add(new Broadcast(content));
  }

  @Override
  public void close() {
    inputs.add(new Stop());
    if (Thread.currentThread() != thread) {
      try {
        thread.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run() {
    try {
      while (!isStopped) {
        step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("Process {} stops: its protocol failed", group.self(), e);
    } finally {
      isStopped = true;
      middleware.close();
    }
  }

  private void step() throws InterruptedException {
    Input input = inputs.poll(Math.max(0, deadlineNanos() - nowNanos()), TimeUnit.NANOSECONDS);
    protocol.noteTime(nowNanos());
    for (int taken = 1; input != null; taken++) {
      handle(input);
      input = taken < MAX_INPUTS_AT_ONCE ? inputs.poll() : null;
    }
    long now = nowNanos();
    protocol.advanceTo(now);
    detect(now);
    carryOut(protocol.take());
  }

  private long nowNanos() {
    return System.nanoTime() - startNanos;
  }

  private long deadlineNanos() {
    long deadline = protocol.nextDeadlineNanos();
    return detector == null ? deadline : Math.min(deadline, heartbeatNanos);
  }

  private void handle(Input input) {
    if (input instanceof Broadcast broadcast) {
      protocol.broadcast(broadcast.content());
    } else if (input instanceof Received received) {
      receivedBytes.addAndGet(-(received.message().size() + OVERHEAD_BYTES));
      received(received.from(), received.message());
    } else {
      isStopped = true;
    }
  }

  /** What is no message of a member changes nothing: a stranger may have sent it. */
  private void received(int from, Bytes bytes) {
    try {
      OrderMessage message = OrderCodec.decode(bytes);
      if (middleware.group().require(from) < group.size()) {
        heard(from);
      } else {
        requireOwn(from, message);
      }
      if (!(message instanceof OrderMessage.Heartbeat)) {
        protocol.receive(from, message);
      }
    } catch (IllegalArgumentException e) {
      LOG.warn("A message of process {} is ignored: {}", from, e.getMessage());
    }
  }

  /** An origin outside of the group sends about its own messages, and nothing else. */
  private static void requireOwn(int from, OrderMessage message) {
    if (!message.ofOrigin().map(MessageId::origin).equals(Optional.of(from))) {
      throw new IllegalArgumentException("a client may send its own messages only, not " + message);
    }
  }

  private void heard(int from) {
    if (detector != null && detector.heard(from, nowNanos())) {
      LOG.info("Process {} is trusted again by process {}", from, group.self());
      protocol.trust(from);
    }
  }

  private void detect(long now) {
    if (detector == null || now < heartbeatNanos) {
      return;
    }
    heartbeatNanos = now + HeartbeatDetector.HEARTBEAT_NANOS;
    Bytes heartbeat = OrderCodec.encode(new OrderMessage.Heartbeat());
    for (int other : group.others()) {
      middleware.send(other, heartbeat);
    }
    for (int silent : detector.check(now)) {
      LOG.info("Process {} is suspected by process {}", silent, group.self());
      protocol.suspect(silent);
    }
  }

  private void carryOut(Outputs outputs) {
    outputs.sendBy(middleware::send);
    outputs.deliveries().forEach(this::deliver);
  }

  private void deliver(Delivery delivery) {
    if (delivery.id().origin() == group.self()) {
      waiting.decrementAndGet();
    }
    deliveries.delivered(delivery);
  }
}
