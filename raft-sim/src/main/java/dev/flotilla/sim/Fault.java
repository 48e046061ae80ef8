package dev.flotilla.sim;

import dev.flotilla.node.disk.MemoryDisk;

/**
 * One fault as a value, so that a schedule of them can be printed, replayed and reduced. Servers
 * are named by their numbers; lengths are in nanoseconds of true time.
 */
sealed interface Fault {
  /** The kind, for the counts. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** A server loses power and comes back; of what was not forced, some is lost. */
  record PowerCut(int server, MemoryDisk.Loss loss, long downNanos) implements Fault {}

  /** All servers lose power at once. */
  record PowerCutOfAll(MemoryDisk.Loss loss, long downNanos) implements Fault {}

  /** A server's process is killed; nothing is lost of what it wrote. */
  record Kill(int server, long downNanos) implements Fault {}

  /** A server loses power between two effects on its disk, so many effects from now. */
  record CutBetweenEffects(int server, int effects, MemoryDisk.Loss loss, long downNanos)
      implements Fault {}

  /** A server stands still, and what is sent to it waits. */
  record Pause(int server, long nanos) implements Fault {}

  /** Nothing passes between some servers (the bits of a mask) and the others. */
  record Partition(int mask, long nanos) implements Fault {}

  /** Nothing passes from one server to another; the way back is open. */
  record OneWayCut(int from, int to, long nanos) implements Fault {}

  /** One way takes longer. */
  record SlowLink(int from, int to, long extraNanos, long nanos) implements Fault {}

  /** Messages get lost. */
  record Loss(double rate, long nanos) implements Fault {}

  /** Messages arrive twice. */
  record Repetition(double rate, long nanos) implements Fault {}

  /** Messages overtake each other. */
  record Reordering(double rate, long nanos) implements Fault {}

  /** Forces take longer. */
  record SlowDisk(int server, long extraNanos, long nanos) implements Fault {}

  /** A disk takes only so many bytes more; the server stops, and finds room when it comes back. */
  record FullDisk(int server, int bytes, long downNanos) implements Fault {}

  /** The next force fails, and what was to be forced is lost with the power. */
  record FailedForce(int server, long downNanos) implements Fault {}

  /** A clock runs at another rate. */
  record ClockDrift(int server, double rate, long nanos) implements Fault {}

  /** A clock jumps forward, as after a suspension of the machine. */
  record ClockJump(int server, long nanos) implements Fault {}
}
