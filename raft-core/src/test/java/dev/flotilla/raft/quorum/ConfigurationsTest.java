package dev.flotilla.raft.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ConfigurationsTest {
  private static final Configuration BASE = Members.group(3);
  private static final Configuration WAITING = BASE.towards(Members.group(4));
  private static final Configuration JOINT = WAITING.joint();
  private static final Configuration SETTLED = JOINT.settled();
  private static final Configuration WITHOUT_FIRST =
      new Configuration(Members.of(2, 3), List.of(), List.of(), List.of(), Members.of(3));

  @Test
  void theLatestInTheLogGovernsWhateverIsCommitted() {
    Configurations configurations = new Configurations(BASE, Optional.empty(), List.of());
    assertThat(configurations.latest()).isEqualTo(BASE);
    assertThat(configurations.latestIndex()).isZero();

    configurations.appended(entry(1, NoOp.INSTANCE));
    assertThat(configurations.latest()).isEqualTo(BASE);
    configurations.appended(entry(2, WAITING));
    assertThat(configurations.latest()).isEqualTo(WAITING);
    configurations.appended(entry(5, JOINT));
    assertThat(configurations.latest()).isEqualTo(JOINT);
    assertThat(configurations.latestIndex()).isEqualTo(5);
  }

  @Test
  void theQuorumIsThatOfTheLatest() {
    Configurations configurations = new Configurations(BASE, Optional.empty(), List.of());
    assertThat(configurations.quorum().hasReached(Members.of(1, 2)::contains)).isTrue();

    configurations.appended(entry(1, JOINT));
    assertThat(configurations.quorum().hasReached(Members.of(1, 2)::contains)).isFalse();
    configurations.truncatedFrom(1);
    assertThat(configurations.quorum().hasReached(Members.of(1, 2)::contains)).isTrue();
  }

  @Test
  void truncationBringsBackWhatGovernedBefore() {
    Configurations configurations = recovered();

    configurations.truncatedFrom(8);
    assertThat(configurations.latest()).isEqualTo(SETTLED);
    configurations.truncatedFrom(7);
    assertThat(configurations.latest()).isEqualTo(JOINT);
    configurations.truncatedFrom(1);
    assertThat(configurations.latest()).isEqualTo(BASE);
  }

  @Test
  void whatGovernedAtAnIndexIsFoundAgain() {
    Configurations configurations = recovered();

    assertThat(configurations.at(0)).isEqualTo(BASE);
    assertThat(configurations.at(3)).isEqualTo(WAITING);
    assertThat(configurations.at(4)).isEqualTo(WAITING);
    assertThat(configurations.at(5)).isEqualTo(JOINT);
    assertThat(configurations.at(100)).isEqualTo(SETTLED);
  }

  @Test
  void whoIsLeftOutMayLeadUntilThatIsCommitted() {
    Configurations configurations = new Configurations(BASE, Optional.empty(), List.of());
    configurations.appended(entry(4, BASE.towards(WITHOUT_FIRST).joint()));
    configurations.appended(entry(5, WITHOUT_FIRST));

    assertThat(configurations.mayLead(Members.member(1), 4)).isTrue();
    assertThat(configurations.mayLead(Members.member(1), 5)).isFalse();
    assertThat(configurations.mayLead(Members.member(2), 5)).isTrue();
  }

  @Test
  void learnersWitnessesAndStrangersMayNotLead() {
    Configurations configurations =
        new Configurations(
            new Configuration(Members.of(1, 2), List.of(), Members.of(3), List.of(), Members.of(2)),
            Optional.empty(),
            List.of());

    assertThat(configurations.mayLead(Members.member(1), 0)).isTrue();
    assertThat(configurations.mayLead(Members.member(2), 0)).isFalse();
    assertThat(configurations.mayLead(Members.member(3), 0)).isFalse();
    assertThat(configurations.mayLead(Members.member(4), 0)).isFalse();
    assertThat(
            new Configurations(Configuration.NONE, Optional.empty(), List.of())
                .mayLead(Members.member(1), 0))
        .isFalse();
  }

  @Test
  void aSnapshotSaysWhatGovernsAtItsLastEntry() {
    SnapshotMetadata snapshot = new SnapshotMetadata(new LogPosition(6, 1), 0, JOINT, 1, 1, 1);
    Configurations configurations = recovered();

    configurations.compactedTo(5);
    assertThat(configurations.latest()).isEqualTo(SETTLED);
    assertThat(configurations.at(6)).isEqualTo(JOINT);
    configurations.truncatedFrom(7);
    assertThat(configurations.latest()).isEqualTo(JOINT);

    configurations.resetTo(snapshot);
    assertThat(configurations.latest()).isEqualTo(JOINT);
    assertThat(configurations.latestIndex()).isEqualTo(6);
    assertThat(configurations.quorum().hasReached(Members.of(1, 2)::contains)).isFalse();

    Configurations restarted =
        new Configurations(
            BASE,
            Optional.of(snapshot),
            List.of(new LoggedConfiguration(5, JOINT), new LoggedConfiguration(7, SETTLED)));
    assertThat(restarted.latest()).isEqualTo(SETTLED);
    restarted.truncatedFrom(7);
    assertThat(restarted.latest()).isEqualTo(JOINT);
    assertThat(restarted.latestIndex()).isEqualTo(6);
  }

  private static Configurations recovered() {
    return new Configurations(
        BASE,
        Optional.empty(),
        List.of(
            new LoggedConfiguration(3, WAITING),
            new LoggedConfiguration(5, JOINT),
            new LoggedConfiguration(7, SETTLED)));
  }

  private static Entry entry(long index, Payload payload) {
    return new Entry(new LogPosition(index, 1), 0, payload);
  }
}
