package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class QuorumTest {
  private static final int VALUES = 4;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void agreesOnTheLargestNumberThatMoreThanHalfHaveAtLeast(int size) {
    Configuration group = Members.group(size);
    Quorum quorum = new Quorum(group);
    int combinations = (int) Math.pow(VALUES, size);
    for (int combination = 0; combination < combinations; combination++) {
      long[] numbers = digits(combination, size);
      assertThat(quorum.agreed(voter -> numbers[Members.number(voter) - 1]))
          .as("%s", numbers)
          .isEqualTo(naivelyAgreed(numbers));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void everyTwoQuorumsShareAVoterAndNoQuorumIsLargerThanNeeded(int size) {
    Quorum quorum = new Quorum(Members.group(size));
    for (int some = 0; some < 1 << size; some++) {
      int subset = some;
      boolean reached =
          quorum.hasReached(voter -> (subset & 1 << (Members.number(voter) - 1)) != 0);
      assertThat(reached).isEqualTo(Integer.bitCount(subset) * 2 > size);
      int others = ~subset & ((1 << size) - 1);
      boolean reachedByOthers =
          quorum.hasReached(voter -> (others & 1 << (Members.number(voter) - 1)) != 0);
      assertThat(reached && reachedByOthers).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void aVoteThatArrivesTwiceCountsOnce(int size) {
    List<Member> voters = Members.group(size).voters();
    VoteTally tally = new VoteTally(new Quorum(Members.group(size)));
    int needed = size / 2 + 1;
    for (int i = 0; i < needed; i++) {
      assertThat(tally.isWon()).isFalse();
      tally.grant(voters.get(i));
      tally.grant(voters.get(i));
    }
    assertThat(tally.isWon()).isTrue();
  }

  private static long[] digits(int combination, int size) {
    long[] digits = new long[size];
    int rest = combination;
    for (int i = 0; i < size; i++) {
      digits[i] = rest % VALUES;
      rest /= VALUES;
    }
    return digits;
  }

  private static long naivelyAgreed(long[] numbers) {
    for (long candidate = VALUES; candidate > 0; candidate--) {
      int count = 0;
      for (long number : numbers) {
        if (number >= candidate) {
          count++;
        }
      }
      if (count * 2 > numbers.length) {
        return candidate;
      }
    }
    return 0;
  }
}
