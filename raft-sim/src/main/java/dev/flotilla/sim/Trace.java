package dev.flotilla.sim;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.message.Message;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

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
    mix(message.toString().hashCode());
  }

  void executed(int server, int place, CommittedCommand command) {
    mix(((long) server << 32) ^ place);
    mix(command.position().index() * PRIME + command.position().term());
    mix(command.command().uid().hashCode());
  }

  /** The hash of all that happened, and of what the disks hold in the end. */
  long hash(List<SimulatedServer> servers) {
    for (SimulatedServer server : servers) {
      for (String name : server.disk.names()) {
        CRC32 checksum = new CRC32();
        checksum.update(server.disk.bytes(name));
        mix(name.hashCode());
        mix(checksum.getValue());
      }
    }
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
