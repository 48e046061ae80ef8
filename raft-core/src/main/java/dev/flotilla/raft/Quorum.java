package dev.flotilla.raft;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** The arithmetic of majorities: any two quorums share a voter. */
final class Quorum {
  private final List<Member> voters;

  Quorum(Configuration configuration) {
    voters = configuration.voters();
  }

  /** Whether the voters that the test accepts are a quorum. */
  boolean hasReached(Predicate<Member> test) {
    int count = 0;
    for (Member voter : voters) {
      if (test.test(voter)) {
        count++;
      }
    }
    return count >= majority();
  }

  /** The largest number that each voter of some quorum has at least. */
  long agreed(ToLongFunction<Member> number) {
    long[] numbers = new long[voters.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number.applyAsLong(voters.get(i));
    }
    Arrays.sort(numbers);
    return numbers[numbers.length - majority()];
  }

  private int majority() {
    return voters.size() / 2 + 1;
  }
}
