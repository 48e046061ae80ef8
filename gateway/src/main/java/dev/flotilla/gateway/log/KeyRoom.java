package dev.flotilla.gateway.log;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The room that keys and their answers take, and when it becomes free. What is kept has a number,
 * in the order of time. A new key reserves room for an answer before its request is forwarded. Any
 * thread.
 */
final class KeyRoom {
  /** What a key takes beside its answer: names, digests, and their bookkeeping. */
  static final int KEY_BYTES = 512;

  private static final long MAX_RESERVED_BYTES = 64 << 10;
  private static final int RESERVED_PARTS = 64;
  private static final int SPANS = 60;

  /** What was kept within a short time. */
  private static final class Span {
    final long firstNanos;
    long lastNanos;
    long lastNumber;
    long bytes;

    Span(long firstNanos) {
      this.firstNanos = firstNanos;
    }
  }

  private final KeyRetention retention;
  private final LongSupplier nanoTime;
  private final long reservedBytes;
  private final ArrayDeque<Span> spans = new ArrayDeque<>();
  private long keptBytes;
  private long reservations;
  private long lastNumber;

  KeyRoom(KeyRetention retention, LongSupplier nanoTime) {
    this.retention = retention;
    this.nanoTime = nanoTime;
    this.reservedBytes = Math.min(MAX_RESERVED_BYTES, retention.maxBytes() / RESERVED_PARTS);
  }

  /** Reserves room for one more key, if there is some. */
  synchronized boolean reserve() {
    if (takenBytes() + reservedBytes > retention.maxBytes()) {
      return false;
    }
    reservations++;
    return true;
  }

  /** Reserves room for a key that is there already. */
  synchronized void reserveAnyway() {
    reservations++;
  }

  /** A request with a reservation has failed. */
  synchronized void release() {
    reservations--;
  }

  private long takenBytes() {
    return keptBytes + reservations * reservedBytes;
  }

  /** Whether an answer finds room in place of its reservation. */
  synchronized boolean fits(long answerBytes) {
    return takenBytes() - reservedBytes + KEY_BYTES + answerBytes <= retention.maxBytes();
  }

  /** Keeps an answer in place of its reservation, and returns its number. */
  synchronized long keep(long answerBytes) {
    reservations--;
    long nowNanos = nanoTime.getAsLong();
    Span last = spans.peekLast();
    if (last == null || nowNanos - last.firstNanos > lengthNanos() / SPANS) {
      last = new Span(nowNanos);
      spans.addLast(last);
    }
    last.lastNanos = nowNanos;
    last.lastNumber = ++lastNumber;
    last.bytes += KEY_BYTES + answerBytes;
    keptBytes += KEY_BYTES + answerBytes;
    return lastNumber;
  }

  private long lengthNanos() {
    return TimeUnit.SECONDS.toNanos(retention.seconds());
  }

  /** The last number whose time is over; 0 if there is none. */
  synchronized long expired() {
    long nowNanos = nanoTime.getAsLong();
    long expired = 0;
    for (Span span : spans) {
      if (nowNanos - span.lastNanos >= lengthNanos()) {
        expired = span.lastNumber;
      }
    }
    return expired;
  }

  /** What has expired up to a number is removed. */
  synchronized void removed(long number) {
    for (Span first = spans.peekFirst();
        first != null && first.lastNumber <= number;
        first = spans.peekFirst()) {
      keptBytes -= first.bytes;
      spans.removeFirst();
    }
  }

  /** Why a new key is refused, and when it may be tried again. */
  synchronized Admission refusal() {
    Span first = spans.peekFirst();
    long waitNanos = first == null ? 0 : lengthNanos() - (nanoTime.getAsLong() - first.lastNanos);
    int seconds = (int) Math.max(1, TimeUnit.NANOSECONDS.toSeconds(waitNanos) + 1);
    return new Admission.Refuse(
        503,
        "there is no room for another Idempotency-Key: answers are kept for %s s, in %s bytes"
            .formatted(retention.seconds(), retention.maxBytes()),
        first == null ? 1 : seconds);
  }
}
