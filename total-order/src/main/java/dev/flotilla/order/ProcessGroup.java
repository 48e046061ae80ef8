package dev.flotilla.order;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A closed system of processes, as one of them sees it. Processes are numbered from 0.
 *
 * @param self the number of this process
 * @param size how many processes there are, at most {@value #MAX_SIZE}
 */
public record ProcessGroup(int self, int size) {
  /** The largest group; a Raft group cannot be larger. */
  public static final int MAX_SIZE = 24;

  /** Rejects numbers outside of the group. */
  public ProcessGroup {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a group of %s processes is not possible; use 1 to %s".formatted(size, MAX_SIZE));
    }
    if (self < 0 || self >= size) {
      throw new IllegalArgumentException(
          "process %s is not in a group of %s; numbers are 0 to %s"
              .formatted(self, size, size - 1));
    }
  }

  /** All processes but this one, ascending. */
  public List<Integer> others() {
    return IntStream.range(0, size).filter(it -> it != self).boxed().toList();
  }

  /** The smallest number of processes that is more than half of the group. */
  public int majority() {
    return size / 2 + 1;
  }

  /**
   * Returns the number if it is that of a process of this group.
   *
   * @throws IllegalArgumentException if it is not
   */
  public int require(int process) {
    if (process < 0 || process >= size) {
      throw new IllegalArgumentException(
          "process %s is not in this group; numbers are 0 to %s".formatted(process, size - 1));
    }
    return process;
  }
}
