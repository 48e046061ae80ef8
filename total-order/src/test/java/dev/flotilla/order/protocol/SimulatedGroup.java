package dev.flotilla.order.protocol;

import dev.flotilla.order.Delivery;
import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Processes of one protocol over channels that keep the order, on a simulated clock. Messages pass
 * the codec. A process may crash between two messages that it sends. Clients outside of the group
 * have the numbers after those of the group; they broadcast, and deliver nothing.
 */
final class SimulatedGroup {
  static final long MILLI = 1_000_000;

  /** Makes the protocol of one process. */
  interface Factory {
    /** The protocol, at time 0. */
    Protocol create(ProcessGroup group, RandomGenerator random);
  }

  /** Makes the origin's part of the protocol for one client outside of the group. */
  interface Outside {
    /** The part, at time 0. */
    Protocol create(int client, int servers);
  }

  /** What a message takes from one process to another. */
  interface Delays {
    /** The time in nanoseconds. */
    long nanos(int from, int to);
  }

  private record Event(long atNanos, long number, Runnable task) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private static final class Participant {
    private final Protocol protocol;
    private final long[] lastArrival;
    private boolean isCrashed;
    private long sendsLeft = Long.MAX_VALUE;
    private long wakeNanos = Long.MAX_VALUE;

    /** What it sent arrives up to here. */
    private final long[] arrivesUntil;

    private Participant(Protocol protocol, int size) {
      this.protocol = protocol;
      this.lastArrival = new long[size];
      this.arrivesUntil = new long[size];
      Arrays.fill(arrivesUntil, Long.MAX_VALUE);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final int size;
  private final List<Participant> processes = new ArrayList<>();
  private final Delays delays;
  private final Trace trace;
  private long nowNanos;
  private long planned;
  private long messages;
  private long lastDeliveryNanos;

  SimulatedGroup(int size, Factory factory, RandomGenerator random, Delays delays) {
    this(size, factory, random, delays, 0, OutsideOrigin::new);
  }

  /** Likewise, with clients outside of the group. */
  SimulatedGroup(
      int size,
      Factory factory,
      RandomGenerator random,
      Delays delays,
      int clients,
      Outside outside) {
    this.size = size;
    this.delays = delays;
    this.trace = new Trace(size);
    for (int i = 0; i < size + clients; i++) {
      Protocol protocol =
          i < size ? factory.create(new ProcessGroup(i, size), random) : outside.create(i, size);
      processes.add(new Participant(protocol, size + clients));
      wake(i);
    }
  }

  Trace trace() {
    return trace;
  }

  /** How many messages were sent. */
  long messages() {
    return messages;
  }

  long lastDeliveryNanos() {
    return lastDeliveryNanos;
  }

  Protocol protocol(int process) {
    return processes.get(process).protocol;
  }

  boolean isCrashed(int process) {
    return processes.get(process).isCrashed;
  }

  /** The processes of the group, without clients. */
  int size() {
    return size;
  }

  void at(long nanos, Runnable task) {
    planned++;
    events.add(new Event(Math.max(nanos, nowNanos), planned, task));
  }

  void runUntil(long nanos) {
    while (!events.isEmpty() && events.element().atNanos() <= nanos) {
      Event next = events.remove();
      nowNanos = next.atNanos();
      next.task().run();
    }
    nowNanos = nanos;
  }

  void broadcast(int process, int bytes) {
    Participant sender = processes.get(process);
    if (!sender.isCrashed) {
      trace.broadcast(sender.protocol.broadcast(Bytes.wrap(new byte[bytes])));
      carryOut(process);
    }
  }

  /** Crashes a process when it has sent so many messages more. */
  void crashAfter(int process, long sends) {
    processes.get(process).sendsLeft = sends;
  }

  /**
   * Crashes a process.
   *
   * @param underWayNanos for each receiver, for how long messages still arrive
   */
  void crash(int process, LongSupplier underWayNanos) {
    Participant crashing = processes.get(process);
    if (!crashing.isCrashed) {
      crashing.isCrashed = true;
      trace.crashed(process);
      for (int i = 0; i < processes.size(); i++) {
        long left = underWayNanos.getAsLong();
        crashing.arrivesUntil[i] = left == Long.MAX_VALUE ? left : nowNanos + left;
      }
    }
  }

  void input(int process, Consumer<Protocol> input) {
    if (!isCrashed(process)) {
      processes.get(process).protocol.advanceTo(nowNanos);
      input.accept(processes.get(process).protocol);
      carryOut(process);
    }
  }

  private void carryOut(int process) {
    Participant acting = processes.get(process);
    Outputs outputs = acting.protocol.take();
    for (Outputs.Outgoing outgoing : outputs.sends()) {
      if (acting.sendsLeft == 0) {
        crash(process, () -> Long.MAX_VALUE);
      }
      if (acting.isCrashed) {
        return;
      }
      acting.sendsLeft--;
      send(process, outgoing);
    }
    for (Delivery delivery : outputs.deliveries()) {
      trace.delivered(process, delivery.id());
      lastDeliveryNanos = nowNanos;
    }
    wake(process);
  }

  private void send(int from, Outputs.Outgoing outgoing) {
    messages++;
    Bytes bytes = OrderCodec.encode(outgoing.message());
    int to = outgoing.to();
    Participant sender = processes.get(from);
    long arrival = Math.max(sender.lastArrival[to], nowNanos + delays.nanos(from, to));
    sender.lastArrival[to] = arrival;
    at(
        arrival,
        () -> {
          if (nowNanos <= sender.arrivesUntil[to]) {
            input(to, protocol -> protocol.receive(from, OrderCodec.decode(bytes)));
          }
        });
  }

  private void wake(int process) {
    Participant waiting = processes.get(process);
    long deadline = waiting.protocol.nextDeadlineNanos();
    if (deadline != waiting.wakeNanos && deadline != Long.MAX_VALUE) {
      waiting.wakeNanos = deadline;
      at(
          deadline,
          () -> {
            if (waiting.wakeNanos == deadline) {
              waiting.wakeNanos = Long.MAX_VALUE;
              input(process, protocol -> {});
            }
          });
    }
  }

  List<MessageId> deliveriesOf(int process) {
    return trace.deliveriesOf(process);
  }
}
