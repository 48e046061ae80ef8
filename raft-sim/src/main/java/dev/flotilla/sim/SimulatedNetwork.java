package dev.flotilla.sim;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.sim.wire.Ways;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Delays, drops, repeats and reorders messages between servers, and cuts ways between them, each
 * direction by itself.
 */
final class SimulatedNetwork implements Ways {
  /** So long until a piece is sent again that was lost. */
  private static final int MAX_RETRANSMISSION_NANOS = 200_000_000;

  private static final long MIN_DELAY_NANOS = 50_000;
  private static final int DELAY_SPREAD_NANOS = 300_000;
  private static final int MAX_HELD = 1_000;
  private static final int REORDER_SPREAD_NANOS = 20_000_000;
  private static final int MAX_LATE_NANOS = 2_000_000_000;
  private static final double LATE_ORDERS_RATE = 0.5;

  /** Takes what arrives. */
  interface Receiver {
    /** A message has arrived. */
    void arrived(int from, int to, Message message);
  }

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final Receiver receiver;
  private final int[] cuts = new int[Simulation.MAX_SERVERS * Simulation.MAX_SERVERS];
  private final long[] extraDelayNanos = new long[cuts.length];
  private final Map<Integer, Held> held = new TreeMap<>();
  private double lossRate;
  private double repeatRate;
  private double reorderRate;
  private double lateRate;

  /** Messages of one kind to one server that are kept back. */
  private record Held(Class<? extends Message> kind, List<Late> messages) {}

  private record Late(int from, Message message) {}

  SimulatedNetwork(EventQueue agenda, SplittableRandom random, Receiver receiver) {
    this.agenda = agenda;
    this.random = random;
    this.receiver = receiver;
  }

  void send(int from, int to, Message message) {
    if (random.nextDouble() < lossRate) {
      return;
    }
    Held kept = held.get(to);
    if (kept != null && kept.kind().isInstance(message) && kept.messages().size() < MAX_HELD) {
      kept.messages().add(new Late(from, message));
      return;
    }
    deliverLater(from, to, message);
    if (random.nextDouble() < repeatRate) {
      deliverLater(from, to, message);
    }
    if (random.nextDouble() < lateRate(message)) {
      deliverAfter(random.nextInt(MAX_LATE_NANOS), from, to, message);
    }
  }

  /**
   * What came by wire, where nothing is lost, or overtakes, on one connection: the message itself
   * may be kept back, come again, or come late.
   */
  void passOn(int from, int to, Message message) {
    Held kept = held.get(to);
    if (kept != null && kept.kind().isInstance(message) && kept.messages().size() < MAX_HELD) {
      kept.messages().add(new Late(from, message));
      return;
    }
    if (random.nextDouble() < reorderRate) {
      deliverAfter(random.nextInt(REORDER_SPREAD_NANOS), from, to, message);
    } else {
      receiver.arrived(from, to, message);
    }
    if (random.nextDouble() < repeatRate) {
      deliverLater(from, to, message);
    }
    if (random.nextDouble() < lateRate(message)) {
      deliverAfter(random.nextInt(MAX_LATE_NANOS), from, to, message);
    }
  }

  @Override
  public boolean isOpen(int from, int to) {
    return isClient(from) || isClient(to) || cuts[way(from, to)] == 0;
  }

  @Override
  public long delayNanos(int from, int to) {
    long delay = MIN_DELAY_NANOS + random.nextInt(DELAY_SPREAD_NANOS);
    if (random.nextDouble() < lossRate) {
      delay += random.nextInt(MAX_RETRANSMISSION_NANOS);
    }
    return isClient(from) || isClient(to) ? delay : delay + extraDelayNanos[way(from, to)];
  }

  private static boolean isClient(int number) {
    return number >= Simulation.MAX_SERVERS;
  }

  private double lateRate(Message message) {
    return lateRate > 0 && message instanceof TimeoutNow ? LATE_ORDERS_RATE : lateRate;
  }

  private void deliverLater(int from, int to, Message message) {
    long delay =
        MIN_DELAY_NANOS + random.nextInt(DELAY_SPREAD_NANOS) + extraDelayNanos[way(from, to)];
    if (random.nextDouble() < reorderRate) {
      delay += random.nextInt(REORDER_SPREAD_NANOS);
    }
    deliverAfter(delay, from, to, message);
  }

  private void deliverAfter(long delay, int from, int to, Message message) {
    agenda.after(
        delay,
        () -> {
          if (cuts[way(from, to)] == 0) {
            receiver.arrived(from, to, message);
          }
        });
  }

  /** Keeps messages of one kind to a server back from now on. */
  void hold(int to, Class<? extends Message> kind) {
    release(to);
    held.put(to, new Held(kind, new ArrayList<>()));
  }

  /** Lets those go that were kept back, and goes on keeping others back. */
  void releaseNow(int to) {
    Held kept = held.get(to);
    if (kept != null) {
      kept.messages().forEach(it -> deliverLater(it.from(), to, it.message()));
      kept.messages().clear();
    }
  }

  /** Ends that. */
  void release(int to) {
    releaseNow(to);
    held.remove(to);
  }

  /** Cuts a way once more; it is open again when it was mended as often. */
  void cut(int from, int to) {
    cuts[way(from, to)]++;
  }

  void mend(int from, int to) {
    cuts[way(from, to)]--;
  }

  void slow(int from, int to, long nanos) {
    extraDelayNanos[way(from, to)] = nanos;
  }

  void lose(double rate) {
    lossRate = rate;
  }

  void repeat(double rate) {
    repeatRate = rate;
  }

  void reorder(double rate) {
    reorderRate = rate;
  }

  void copyLate(double rate) {
    lateRate = rate;
  }

  /** Ends all faults. */
  void heal() {
    Arrays.fill(cuts, 0);
    Arrays.fill(extraDelayNanos, 0);
    List.copyOf(held.keySet()).forEach(this::release);
    lossRate = 0;
    repeatRate = 0;
    reorderRate = 0;
    lateRate = 0;
  }

  private static int way(int from, int to) {
    return from * Simulation.MAX_SERVERS + to;
  }
}
