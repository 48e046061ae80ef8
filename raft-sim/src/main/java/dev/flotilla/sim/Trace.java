package dev.flotilla.sim;

import dev.flotilla.raft.message.Message;
import java.util.ArrayDeque;
import java.util.stream.Collectors;

/**
 * What happened, as a hash of all of it and as text of the last of it. The same seed gives the same
 * hash: only values go into it that are the same in every JVM.
 */
final class Trace {
  private static final int MAX_LINES = 60;
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final ArrayDeque<Object> last = new ArrayDeque<>();
  private long hash;

  private record Arrival(long nanos, int from, int to, Message message) {
    @Override
    public String toString() {
      return nanos / 1_000 + " us " + from + " to " + to + ": " + message;
    }
  }

  private record Event(long nanos, String what) {
    @Override
    public String toString() {
      return nanos / 1_000 + " us " + what;
    }
  }

  void event(long nowNanos, String what) {
    keep(new Event(nowNanos, what));
    mix(nowNanos);
    mix(what.hashCode());
  }

  void arrival(long nowNanos, int from, int to, Message message) {
    keep(new Arrival(nowNanos, from, to, message));
    mix(nowNanos);
    mix(((long) from << 32) ^ to);
    mix(message.getClass().getName().hashCode());
    mix(message.term() * PRIME + message.sequence());
  }

  long hash() {
    return hash;
  }

  /** The last lines, oldest first. */
  String tail() {
    return last.stream().map(Object::toString).collect(Collectors.joining(System.lineSeparator()));
  }

  private void keep(Object line) {
    last.add(line);
    if (last.size() > MAX_LINES) {
      last.remove();
    }
  }

  private void mix(long value) {
    hash = (Long.rotateLeft(hash, 23) ^ value) * PRIME;
  }
}
