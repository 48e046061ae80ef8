package dev.flotilla.raft.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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

  /** All sets of up to five each that overlap in any number, and all subsets of them. */
  @Test
  void aJointQuorumIsAMajorityOfEitherSet() {
    for (int voters = 1; voters <= 5; voters++) {
      for (int outgoing = 1; outgoing <= 5; outgoing++) {
        for (int shared = 0; shared <= Math.min(voters, outgoing); shared++) {
          checkJoint(numbers(1, voters), numbers(1 + voters - shared, outgoing));
        }
      }
    }
  }

  private static void checkJoint(int[] voters, int[] outgoing) {
    Quorum quorum = new Quorum(joint(voters, outgoing));
    int largest = Math.max(voters[voters.length - 1], outgoing[outgoing.length - 1]);
    for (int some = 0; some < 1 << largest; some++) {
      int subset = some;
      boolean isQuorum = isMajority(subset, voters) && isMajority(subset, outgoing);
      assertThat(quorum.hasReached(voter -> contains(subset, voter)))
          .as("%s of %s and %s", Integer.toBinaryString(subset), voters, outgoing)
          .isEqualTo(isQuorum);
      // A number for each voter, so that both questions have one answer.
      assertThat(quorum.agreed(voter -> contains(subset, voter) ? 7 : 3))
          .isEqualTo(isQuorum ? 7 : 3);
    }
  }

  @Test
  void aJointSetAgreesOnWhatBothSetsAgreeOn() {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      int[] voters = numbers(1, 1 + random.nextInt(5));
      int[] outgoing = numbers(1 + random.nextInt(5), 1 + random.nextInt(5));
      long[] numbers = random.longs(10, 0, 6).toArray();
      assertThat(
              new Quorum(joint(voters, outgoing))
                  .agreed(voter -> numbers[Members.number(voter) - 1]))
          .as("%s of %s and %s", numbers, voters, outgoing)
          .isEqualTo(
              Math.min(
                  naivelyAgreed(pick(numbers, voters)), naivelyAgreed(pick(numbers, outgoing))));
    }
  }

  @Test
  void withoutVotersThereIsNoQuorum() {
    Quorum nobody = new Quorum(Configuration.NONE);

    assertThat(nobody.hasReached(voter -> true)).isFalse();
    assertThat(nobody.agreed(voter -> 7)).isZero();
  }

  private static Configuration joint(int[] voters, int[] outgoing) {
    return new Configuration(
        Members.of(voters), Members.of(outgoing), List.of(), List.of(), List.of());
  }

  private static int[] numbers(int first, int count) {
    return IntStream.range(first, first + count).toArray();
  }

  private static long[] pick(long[] numbers, int[] members) {
    return Arrays.stream(members).mapToLong(member -> numbers[member - 1]).toArray();
  }

  private static boolean contains(int subset, Member voter) {
    return (subset & 1 << (Members.number(voter) - 1)) != 0;
  }

  private static boolean isMajority(int subset, int[] set) {
    int count = 0;
    for (int member : set) {
      count += subset >> (member - 1) & 1;
    }
    return count * 2 > set.length;
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

  @Test
  void itIsKnownWhoHasGrantedAVoteAndWhoNot() {
    VoteTally tally = new VoteTally(new Quorum(Members.group(3)));
    tally.grant(Members.member(2));

    assertThat(tally.hasGranted(Members.member(2))).isTrue();
    assertThat(tally.hasGranted(Members.member(3))).isFalse();
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
    for (long candidate = Arrays.stream(numbers).max().orElse(0); candidate > 0; candidate--) {
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
