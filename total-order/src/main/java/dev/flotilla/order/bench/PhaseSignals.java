package dev.flotilla.order.bench;

import dev.flotilla.order.Middleware;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * How the processes of a run tell each other which phase begins, and who has ended it: 2 bytes, of
 * which the first is the kind of no other message. Any thread.
 */
final class PhaseSignals {
  /** No phase: the run ends. */
  static final int END = 127;

  private static final byte KIND = 96;
  private static final int MAX_SIGNALS = 10_000;

  private final Middleware middleware;

  /** A few for each process and phase; more are dropped. */
  private final BlockingQueue<Integer> signals = new LinkedBlockingQueue<>(MAX_SIGNALS);

  PhaseSignals(Middleware middleware) {
    this.middleware = middleware;
  }

  /** Takes a message if it is a signal. */
  boolean takes(Bytes message) {
    if (message.size() != 2 || message.at(0) != KIND) {
      return false;
    }
    boolean unused = signals.offer((int) message.at(1));
    return true;
  }

  void tell(int process, int phase) {
    middleware.send(process, Bytes.wrap(new byte[] {KIND, (byte) phase}));
  }

  void tellOthers(int phase) {
    middleware.group().others().forEach(other -> tell(other, phase));
  }

  /**
   * Waits for the next signal.
   *
   * @throws IOException if there is none in time
   */
  int await(long nanos) throws IOException, InterruptedException {
    Integer phase = signals.poll(nanos, TimeUnit.NANOSECONDS);
    if (phase == null) {
      throw new IOException(
          "process %s has had no signal for %s s; see the others"
              .formatted(middleware.group().self(), TimeUnit.NANOSECONDS.toSeconds(nanos)));
    }
    return phase;
  }
}
