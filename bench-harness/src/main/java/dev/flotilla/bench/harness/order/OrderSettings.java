package dev.flotilla.bench.harness.order;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param sizes bytes of a message, in the order in which they are measured
 * @param processes sizes of the group on every middleware
 * @param moreOnSockets further ones on sockets
 * @param servers sizes of the group with clients outside of it, on every middleware
 * @param moreServersOnSockets further ones on sockets
 * @param warmMillis how long each mode runs before it is measured
 * @param measureMillis how long each mode is measured
 */
record OrderSettings(
    List<Integer> sizes,
    List<Integer> processes,
    List<Integer> moreOnSockets,
    List<Integer> servers,
    List<Integer> moreServersOnSockets,
    int warmMillis,
    int measureMillis) {
  /** The size of all tables that do not compare sizes. */
  static final int USUAL_BYTES = 100;

  /** The group of the table that compares sizes. */
  static final int USUAL_PROCESSES = 3;

  /** How many clients there are outside of the group. */
  static final int CLIENTS = 3;

  /** The group of the table with the time in each server, as in the thesis's figure 44. */
  static final int SATURATED_SERVERS = 4;

  /** Where the thesis sees jumps; they are measured in the group that compares sizes. */
  private static final List<Integer> SIZES_AROUND_JUMPS = List.of(500, 1_000, 2_000);

  static final List<Integer> ALL_SIZES =
      List.of(1, USUAL_BYTES, 500, 1_000, 2_000, 10_000, 100_000);
  static final List<Integer> ALL_PROCESSES = List.of(2, USUAL_PROCESSES, 4, 5, 6);

  static final List<Integer> ALL_SERVERS = List.of(USUAL_PROCESSES, SATURATED_SERVERS);

  static final OrderSettings WHOLE =
      new OrderSettings(ALL_SIZES, ALL_PROCESSES, List.of(), ALL_SERVERS, List.of(), 500, 800);

  static final OrderSettings QUICK =
      new OrderSettings(
          List.of(USUAL_BYTES, 10_000),
          List.of(USUAL_PROCESSES),
          List.of(2, 4),
          List.of(),
          List.of(SATURATED_SERVERS),
          200,
          250);

  private static final Duration START = Duration.ofSeconds(90);

  /** So many times as long as planned, since a phase may end late. */
  private static final long PATIENCE = 4;

  /** The sizes of messages in a group. */
  List<Integer> sizes(OrderCell cell) {
    return cell.processes() == USUAL_PROCESSES
        ? sizes
        : sizes.stream().filter(size -> !SIZES_AROUND_JUMPS.contains(size)).toList();
  }

  /** The size of those that are measured that stands for the others. */
  int usualBytes() {
    return sizes.contains(USUAL_BYTES) ? USUAL_BYTES : sizes.get(0);
  }

  /** How long a run may last. */
  Duration limit() {
    long millis = 2L * (warmMillis + measureMillis);
    return START.plusMillis(PATIENCE * (sizes.size() + 2) * millis);
  }
}
