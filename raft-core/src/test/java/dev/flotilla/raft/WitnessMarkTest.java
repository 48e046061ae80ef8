package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WitnessMarkTest {
  private static final Member LEADER = Members.member(1);
  private static final Member SELF = Members.member(3);
  private static final Configuration WITHOUT = new Configuration(Members.of(1, 2));
  private static final Configuration FULL = new Configuration(Members.of(1, 2, 3));
  private static final Configuration WITNESS =
      new Configuration(Members.of(1, 2, 3), List.of(), List.of(), List.of(), List.of(SELF));

  @Test
  void aWitnessThatWasRemovedDoesNotComeBackAsAFullMember() {
    Raft raft = start(DurableState.EMPTY);
    receive(raft, entry(1, WITNESS), entry(2, WITHOUT));

    Refusals.assertRefused(
        raft,
        () -> receive(raft, entry(1, WITNESS), entry(2, WITHOUT), entry(3, FULL)),
        "was a witness",
        "start the server with an empty directory");
  }

  @Test
  void whoeverGotAnEntryWithoutItsCommandIsNoFullMember() {
    Raft raft = start(DurableState.EMPTY);

    Refusals.assertRefused(
        raft,
        () -> receive(raft, entry(1, WitnessEntry.INSTANCE), entry(2, FULL)),
        "was a witness",
        "start the server with an empty directory");
  }

  @Test
  void itIsKnownAfterARestartByTheConfigurationsInTheLogAndTheSnapshot() {
    Raft byLog =
        start(state(Optional.empty(), new LoggedConfiguration(1, WITNESS), logged(2, WITHOUT)));
    Refusals.assertRefused(
        byLog,
        () -> receive(byLog, 2, entry(3, FULL)),
        "was a witness",
        "start the server with an empty directory");

    Raft bySnapshot = start(state(Optional.of(snapshot(WITNESS)), logged(2, WITHOUT)));
    Refusals.assertRefused(
        bySnapshot,
        () -> receive(bySnapshot, 2, entry(3, FULL)),
        "was a witness",
        "start the server with an empty directory");

    assertThatThrownBy(() -> start(state(Optional.of(snapshot(WITNESS)), logged(2, FULL))))
        .isInstanceOf(InvariantViolation.class);
  }

  @Test
  void theMarkIsDurableBeforeAnythingThatRestsOnItAndWrittenOnce() {
    Raft byConfiguration = start(DurableState.EMPTY);
    receive(byConfiguration, entry(1, WITNESS), entry(2, WitnessEntry.INSTANCE));
    Persist persist = byConfiguration.ready().persist().orElseThrow();
    assertThat(persist.snapshotSteps()).containsExactly(new SnapshotStep.MarkWitness());
    assertThat(persist.entries()).hasSize(2);

    Raft byWhatIsWithheld = start(DurableState.EMPTY);
    receive(byWhatIsWithheld, entry(1, WitnessEntry.INSTANCE));
    assertThat(byWhatIsWithheld.ready().persist().orElseThrow().snapshotSteps())
        .containsExactly(new SnapshotStep.MarkWitness());

    Raft marked = start(marked(WITNESS));
    receive(marked, 2, entry(3, WitnessEntry.INSTANCE));
    assertThat(marked.ready().persist().orElseThrow().snapshotSteps()).isEmpty();
  }

  @Test
  void itIsKnownAfterARestartWhenNothingInTheLogTellsOfItAnyMore() {
    Raft raft = start(marked(WITHOUT));
    Refusals.assertRefused(
        raft,
        () -> receive(raft, 2, entry(3, FULL)),
        "was a witness",
        "start the server with an empty directory");

    assertThatThrownBy(() -> start(marked(FULL))).isInstanceOf(InvariantViolation.class);
  }

  @Test
  void itIsKnownAfterARestartByASnapshotWithoutState() {
    Raft raft = start(state(Optional.of(snapshot(WITHOUT).withoutState()), logged(2, WITHOUT)));

    Refusals.assertRefused(
        raft,
        () -> receive(raft, 2, entry(3, FULL)),
        "was a witness",
        "start the server with an empty directory");
  }

  @Test
  void noSnapshotMakesAFullMemberOfAWitness() {
    Raft raft = start(marked(WITHOUT));
    SnapshotMetadata whole = new SnapshotMetadata(new LogPosition(9, 1), 0, FULL, 1, 1, 1);
    InstallSnapshot piece = new InstallSnapshot(1, whole, 0, Bytes.wrap(new byte[1]), 1);

    Refusals.assertRefused(raft, () -> raft.receive(LEADER, piece), "was a witness");
  }

  @Test
  void whoWasNoWitnessComesBackAsWhatItWas() {
    Raft raft = start(DurableState.EMPTY);

    assertThatCode(() -> receive(raft, entry(1, FULL), entry(2, WITHOUT), entry(3, FULL)))
        .doesNotThrowAnyException();
  }

  @Test
  void aWitnessGetsWholeWhatEveryMemberMustKnow() {
    List<Entry> entries =
        List.of(
            entry(1, NoOp.INSTANCE),
            entry(2, WITNESS),
            entry(3, new ActivateVersion(2)),
            entry(4, new OpenSession("uid")),
            entry(5, new Command("uid", "", Bytes.EMPTY)));

    assertThat(WitnessEntry.from(entries))
        .extracting(Entry::payload)
        .containsExactly(
            NoOp.INSTANCE,
            WITNESS,
            new ActivateVersion(2),
            WitnessEntry.INSTANCE,
            WitnessEntry.INSTANCE);
  }

  private static Raft start(DurableState state) {
    return new Raft(SELF, Configuration.NONE, state, RaftOptions.DEFAULT, new Random(1), 0);
  }

  private static DurableState state(
      Optional<SnapshotMetadata> snapshot, LoggedConfiguration... logged) {
    LogPosition first = new LogPosition(1, 1);
    return new DurableState(
        new TermAndVote(1, Optional.empty()),
        snapshot.isPresent() ? List.of() : List.of(first),
        2,
        0,
        snapshot.isPresent() ? 1 : 0,
        snapshot.isPresent() ? first : LogPosition.ORIGIN,
        snapshot,
        List.of(logged),
        false);
  }

  /** It has been a witness, and its log begins after all that. */
  private static DurableState marked(Configuration now) {
    return new DurableState(
        new TermAndVote(1, Optional.empty()),
        List.of(),
        2,
        0,
        2,
        new LogPosition(1, 1),
        Optional.of(new SnapshotMetadata(new LogPosition(2, 1), 0, now, 1, 1, 1)),
        List.of(),
        true);
  }

  private static LoggedConfiguration logged(long index, Configuration configuration) {
    return new LoggedConfiguration(index, configuration);
  }

  private static SnapshotMetadata snapshot(Configuration configuration) {
    return new SnapshotMetadata(new LogPosition(1, 1), 0, configuration, 1, 1, 1);
  }

  private static Entry entry(long index, Payload payload) {
    return new Entry(new LogPosition(index, 1), payload);
  }

  private static void receive(Raft raft, Entry... entries) {
    raft.receive(LEADER, new AppendEntries(1, LogPosition.ORIGIN, List.of(entries), 0, 1));
  }

  private static void receive(Raft raft, long afterIndex, Entry entry) {
    LogPosition previous = new LogPosition(afterIndex, 1);
    raft.receive(LEADER, new AppendEntries(1, previous, List.of(entry), 0, 1));
  }
}
