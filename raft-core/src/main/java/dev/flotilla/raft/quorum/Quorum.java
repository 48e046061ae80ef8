package dev.flotilla.raft.quorum;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The arithmetic of majorities: any two quorums share a voter. While a configuration is joint, a
 * quorum is a majority of either set of voters (Raft §6, safety rule 8); without voters there is
 * none.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Quorum {
  private final List<Member> voters;
  private final List<Member> outgoing;

  public Quorum(Configuration configuration) {
    voters = configuration.voters();
    outgoing = configuration.outgoing();
  }

  /** Whether the voters that the test accepts are a quorum. */
  public boolean hasReached(Predicate<Member> test) {
    return hasReached(voters, test) && (outgoing.isEmpty() || hasReached(outgoing, test));
  }

  /** The largest number that each voter of some quorum has at least; 0 without voters. */
  public long agreed(ToLongFunction<Member> number) {
    long agreed = agreed(voters, number);
    return outgoing.isEmpty() ? agreed : Math.min(agreed, agreed(outgoing, number));
  }

  private static boolean hasReached(List<Member> set, Predicate<Member> test) {
    int count = 0;
    for (Member voter : set) {
      if (test.test(voter)) {
        count++;
      }
    }
    return count >= majority(set.size());
  }

  private static long agreed(List<Member> set, ToLongFunction<Member> number) {
    if (set.isEmpty()) {
      return 0;
    }
    long[] numbers = new long[set.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number.applyAsLong(set.get(i));
    }
    return agreed(numbers);
  }

  /** The largest number that a majority has at least; sorts the numbers, one of each voter. */
  public static long agreed(long[] numbers) {
    Arrays.sort(numbers);
    return numbers[numbers.length - majority(numbers.length)];
  }

  private static int majority(int size) {
    return size / 2 + 1;
  }
}
