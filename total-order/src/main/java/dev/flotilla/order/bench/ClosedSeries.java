package dev.flotilla.order.bench;

import dev.flotilla.order.Delivery;
import dev.flotilla.order.TotalOrder;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One process of a closed system that goes through phases, each bounded by time.
 *
 * <p>The order itself tells all processes where a phase ends. When the time is over, process 0
 * marks its next message as the last one. Whoever delivers it begins no more broadcasts, and tells
 * all others so when its own are delivered. The phase ends with the delivery of these messages of
 * all processes, so a message belongs to the same phase everywhere.
 */
final class ClosedSeries implements TotalOrder.Deliveries {
  private static final byte LAST = 1;
  private static final byte END = 2;

  /** A sequencer delivers its own messages at once, and would leave all others behind. */
  private static final int MAX_LEAD = 8;

  private static final long GRACE_NANOS = 60_000_000_000L;

  /**
   * A phase.
   *
   * @param size bytes of a message, at least 1
   * @param nanos how long it lasts
   * @param messages how many messages it has at most, about
   */
  record Phase(ClosedSystem.Mode mode, int size, long nanos, long messages) {}

  /**
   * What one process saw of a phase.
   *
   * @param messages deliveries up to the last one
   * @param nanos the time until then
   * @param broadcastNanos from each own broadcast to its delivery here
   */
  record Outcome(long messages, long nanos, List<Long> broadcastNanos) {
    Outcome {
      broadcastNanos = List.copyOf(broadcastNanos);
    }
  }

  /** The phases of this run that have not ended, the current one first; guarded by this. */
  private final Deque<Phase> phases = new ArrayDeque<>();

  /** Guarded by this, as all below. */
  private final List<Outcome> outcomes = new ArrayList<>();

  private @Nullable TotalOrder order;
  private CompletableFuture<List<Outcome>> ended = new CompletableFuture<>();
  private List<Long> broadcastNanos = new ArrayList<>();
  private boolean isWaiting;
  private boolean isEndSent;
  private boolean isLastDelivered;
  private int ends;
  private long delivered;
  private final Map<Integer, Long> deliveredOf = new HashMap<>();
  private long messages;
  private long beginNanos;
  private long runNanos;
  private long sentNanos;

  /**
   * Takes part in the next phases until all processes have ended them. Each begins where the one
   * before ends; the first one should be in turns, since the others may be there earlier.
   *
   * @return what this process saw of each phase
   * @throws IOException if that takes much longer than the phases
   */
  List<Outcome> run(TotalOrder process, List<Phase> next) throws IOException, InterruptedException {
    long nanos = next.stream().mapToLong(Phase::nanos).sum();
    try {
      return begin(process, next).get(nanos + GRACE_NANOS, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "process %s: phases of %s ms with %s bytes have not ended after %s s; see the others"
              .formatted(
                  process.group().self(),
                  TimeUnit.NANOSECONDS.toMillis(nanos),
                  next.get(0).size(),
                  TimeUnit.NANOSECONDS.toSeconds(nanos + GRACE_NANOS)),
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("phases cannot fail", e);
    }
  }

  private synchronized CompletableFuture<List<Outcome>> begin(
      TotalOrder process, List<Phase> next) {
    order = process;
    phases.addAll(next);
    outcomes.clear();
    CompletableFuture<List<Outcome>> begun = new CompletableFuture<>();
    ended = begun;
    beginNanos = System.nanoTime();
    proceed(process, phases.element());
    return begun;
  }

  @Override
  public synchronized void delivered(Delivery delivery) {
    byte mark = delivery.content().at(0);
    if (mark == END) {
      ends++;
    } else {
      delivered++;
      deliveredOf.merge(delivery.id().origin(), 1L, Long::sum);
    }
    if (mark == LAST) {
      isLastDelivered = true;
      messages = delivered;
      runNanos = System.nanoTime() - beginNanos;
    }
    TotalOrder process = order;
    Phase current = phases.peek();
    if (process == null || current == null) {
      return; // Others are ahead; this process proceeds when it begins.
    }
    if (mark != END && delivery.id().origin() == process.group().self()) {
      isWaiting = false;
      broadcastNanos.add(System.nanoTime() - sentNanos);
    }
    proceed(process, current);
  }

  private void proceed(TotalOrder process, Phase current) {
    if (ends == process.group().size()) {
      finish(process);
    } else if (isLastDelivered) {
      end(process);
    } else if (isDue(process, current)) {
      isWaiting = true;
      byte[] content = new byte[current.size()];
      content[0] = isOver(process, current) ? LAST : 0;
      sentNanos = System.nanoTime();
      process.broadcast(Bytes.wrap(content));
    }
  }

  private boolean isDue(TotalOrder process, Phase current) {
    int self = process.group().self();
    int size = process.group().size();
    return !isWaiting
        && switch (current.mode()) {
          case TURNS -> delivered % size == self;
          case FREE -> ownLead(self, size) < MAX_LEAD;
        };
  }

  /** How many more messages of this process than of the slowest one were delivered here. */
  private long ownLead(int self, int size) {
    long least = IntStream.range(0, size).mapToLong(this::deliveredOf).min().orElseThrow();
    return deliveredOf(self) - least;
  }

  private long deliveredOf(int process) {
    return deliveredOf.getOrDefault(process, 0L);
  }

  private boolean isOver(TotalOrder process, Phase current) {
    return process.group().self() == 0
        && (System.nanoTime() - beginNanos >= current.nanos()
            || delivered + process.group().size() >= current.messages());
  }

  private void end(TotalOrder process) {
    if (!isWaiting && !isEndSent) {
      isEndSent = true;
      process.broadcast(Bytes.wrap(new byte[] {END}));
    }
  }

  private void finish(TotalOrder process) {
    outcomes.add(new Outcome(messages, Math.max(1, runNanos), broadcastNanos));
    broadcastNanos = new ArrayList<>();
    isEndSent = false;
    isLastDelivered = false;
    ends = 0;
    delivered = 0;
    deliveredOf.clear();
    beginNanos = System.nanoTime();
    phases.remove();
    Phase next = phases.peek();
    if (next == null) {
      ended.complete(List.copyOf(outcomes));
    } else {
      proceed(process, next);
    }
  }
}
