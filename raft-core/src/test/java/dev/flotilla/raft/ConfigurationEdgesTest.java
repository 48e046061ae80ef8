package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.quorum.Configurations;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** At which index one configuration stops to govern and the next begins. */
final class ConfigurationEdgesTest {
  private static final Configuration ONE = Members.group(1);
  private static final Configuration TWO = Members.group(2);
  private static final Configuration THREE = Members.group(3);

  private final Configurations configurations =
      new Configurations(ONE, Optional.empty(), List.of(at(5, TWO), at(9, THREE)));

  @Test
  void anEntryIsGovernedByItselfAndThoseBeforeItByTheOneBefore() {
    assertThat(configurations.at(4)).isEqualTo(ONE);
    assertThat(configurations.at(5)).isEqualTo(TWO);
    assertThat(configurations.at(8)).isEqualTo(TWO);
    assertThat(configurations.at(9)).isEqualTo(THREE);
  }

  @Test
  void theConfigurationBeforeGovernsAgainWhenTheEntryIsCutAway() {
    configurations.truncatedFrom(10);
    assertThat(configurations.latest()).isEqualTo(THREE);
    configurations.truncatedFrom(9);
    assertThat(configurations.latest()).isEqualTo(TWO);
    assertThat(configurations.quorum().hasReached(Members.member(1)::equals)).isFalse();
    configurations.truncatedFrom(1);
    assertThat(configurations.latest()).isEqualTo(ONE);
    assertThat(configurations.quorum().hasReached(Members.member(1)::equals)).isTrue();
  }

  @Test
  void compactionForgetsWhatNoLongerGovernsAnyEntry() {
    configurations.compactedTo(4);
    assertThat(configurations.at(4)).isEqualTo(ONE);
    configurations.compactedTo(5);
    assertThat(configurations.at(5)).isEqualTo(TWO);
    assertThat(configurations.at(4)).as("no longer told apart").isEqualTo(TWO);
    assertThat(configurations.latest()).isEqualTo(THREE);
  }

  @Test
  void aSnapshotTakesThePlaceOfAllThatWas() {
    configurations.resetTo(snapshot(20, TWO));

    assertThat(configurations.latest()).isEqualTo(TWO);
    assertThat(configurations.latestIndex()).isEqualTo(20);
    configurations.truncatedFrom(1);
    assertThat(configurations.latest()).isEqualTo(TWO);
  }

  @Test
  void aRestartKnowsWhatTheSnapshotSaysAndWhatTheLogHoldsAfterIt() {
    Configurations restarted =
        new Configurations(ONE, Optional.of(snapshot(5, TWO)), List.of(at(5, TWO), at(9, THREE)));
    assertThat(restarted.latest()).isEqualTo(THREE);

    restarted.truncatedFrom(9);

    assertThat(restarted.latest()).isEqualTo(TWO);
    assertThat(restarted.mayLead(Members.member(3), 0)).as("only TWO is left").isFalse();
  }

  @Test
  void aWitnessWasAFullMemberUpToTheEntryBeforeTheOneThatEndedIt() {
    Member third = Members.member(3);
    Configuration witnessed = Members.group(3, 3);

    assertThat(lastFullIndex(third, THREE, at(5, TWO), at(9, witnessed))).isEqualTo(4);
    assertThat(lastFullIndex(third, TWO, at(5, THREE), at(9, witnessed))).isEqualTo(8);
    assertThat(lastFullIndex(third, TWO, at(9, witnessed))).as("it never was").isZero();
    assertThat(lastFullIndex(third, witnessed, at(9, witnessed))).as("it never was").isZero();
  }

  private static long lastFullIndex(
      Member member, Configuration founders, LoggedConfiguration... logged) {
    return new Configurations(founders, Optional.empty(), List.of(logged)).lastFullIndex(member);
  }

  private static LoggedConfiguration at(long index, Configuration configuration) {
    return new LoggedConfiguration(index, configuration);
  }

  private static SnapshotMetadata snapshot(long index, Configuration configuration) {
    return new SnapshotMetadata(new LogPosition(index, 2), 0, configuration, 1, 100, 7);
  }
}
