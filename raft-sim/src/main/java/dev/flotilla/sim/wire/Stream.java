package dev.flotilla.sim.wire;

import java.util.ArrayDeque;

/** One direction of a connection: pieces arrive in the order in which they are sent. */
final class Stream {
  private static final byte[] NOTHING = {};
  private static final long RETRY_NANOS = 20_000_000;

  private final WireNetwork network;
  private final int from;
  private final int to;
  private final Receiver receiver;
  private final ArrayDeque<Segment> inFlight = new ArrayDeque<>();
  private long lastArrivalNanos;
  private boolean planned;

  /** What a segment says. */
  enum Kind {
    DATA,
    /** The connection is open. */
    OPENED,
    /** No more bytes follow. */
    END,
    /** The connection is gone. */
    RESET
  }

  /** What arrives, at a time or later. */
  static final class Segment {
    final Kind kind;
    final byte[] bytes;
    private final long atNanos;

    private Segment(Kind kind, byte[] bytes, long atNanos) {
      this.kind = kind;
      this.bytes = bytes;
      this.atNanos = atNanos;
    }
  }

  /** Takes what arrives. */
  interface Receiver {
    /** The next segment is there. */
    void arrived(Segment segment);
  }

  Stream(WireNetwork network, int from, int to, Receiver receiver) {
    this.network = network;
    this.from = from;
    this.to = to;
    this.receiver = receiver;
  }

  void data(byte[] bytes) {
    add(Kind.DATA, network.passed(from, to, bytes));
  }

  void say(Kind kind) {
    add(kind, NOTHING);
  }

  private long arrivalNanos() {
    long soonest = network.timeline().nowNanos() + network.ways().delayNanos(from, to);
    lastArrivalNanos = Math.max(lastArrivalNanos, soonest);
    return lastArrivalNanos;
  }

  private void add(Kind kind, byte[] bytes) {
    Segment segment = new Segment(kind, bytes, arrivalNanos());
    inFlight.add(segment);
    planAt(segment.atNanos);
  }

  private void planAt(long nanos) {
    if (!planned) {
      planned = true;
      network.timeline().at(nanos, this::arrive);
    }
  }

  private void arrive() {
    planned = false;
    long now = network.timeline().nowNanos();
    Segment next;
    while ((next = inFlight.peek()) != null && next.atNanos <= now) {
      if (!network.ways().isOpen(from, to)) {
        planAt(now + RETRY_NANOS);
        return;
      }
      inFlight.remove();
      receiver.arrived(next);
    }
    if (next != null) {
      planAt(next.atNanos);
    }
  }
}
