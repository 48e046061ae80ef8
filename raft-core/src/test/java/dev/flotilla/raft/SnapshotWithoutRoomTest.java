package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.log.LogRoom.Next;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A follower with five entries, for whose log there is no other segment, and what it does with
 * whole snapshots (safety rule 11).
 */
final class SnapshotWithoutRoomTest {
  private static final long TERM = 5;
  private static final Member LEADER = Members.member(2);
  private static final Member NEXT_LEADER = Members.member(3);
  private static final SnapshotMetadata SNAPSHOT = snapshot(100, 77);

  private final Raft raft =
      new Raft(
          Members.member(1),
          Members.group(3),
          new DurableState(
              new TermAndVote(TERM, Optional.empty()), List.of(new LogPosition(1, TERM)), 5, 0, 4),
          RaftOptions.DEFAULT.withSnapshots(10, 0),
          new Random(1),
          0);
  private final List<SnapshotStep> steps = new ArrayList<>();
  private final List<Send> sent = new ArrayList<>();
  private long written;
  private long sequence;

  SnapshotWithoutRoomTest() {
    room(0);
  }

  @Test
  void itIsInstalledAndItsSenderAnsweredOnceThereIsRoomForTheLogBehindIt() {
    arrives(LEADER, TERM, SNAPSHOT);
    assertThat(resets()).isEmpty();
    assertThat(raft.status().last()).isEqualTo(new LogPosition(5, TERM));
    room(0);
    assertThat(resets()).isEmpty();

    room(1_000);

    assertThat(resets()).containsExactly(SNAPSHOT);
    assertThat(sent)
        .extracting(Send::message)
        .containsExactly(new InstallSnapshotResponse(TERM, true, 0, sequence));
    room(0);
    room(1_000);
    assertThat(resets()).as("only once").containsExactly(SNAPSHOT);
  }

  @Test
  void ofTwoThatWaitTheOneThatTheDiskHasKeptIsInstalled() {
    arrives(LEADER, TERM, SNAPSHOT);
    arrives(NEXT_LEADER, TERM + 1, snapshot(90, 78));
    arrives(NEXT_LEADER, TERM + 1, snapshot(100, 79));

    room(1_000);

    assertThat(resets()).containsExactly(SNAPSHOT);
  }

  @Test
  void ofTwoThatWaitTheNewerIsInstalledIfItCameLast() {
    arrives(LEADER, TERM, snapshot(90, 78));
    arrives(NEXT_LEADER, TERM + 1, SNAPSHOT);

    room(1_000);

    assertThat(resets()).containsExactly(SNAPSHOT);
  }

  @Test
  void oneThatTheLogHasReachedWithoutItIsTheNewestAndReplacesNothing() {
    SnapshotMetadata near = snapshot(7, 77);
    arrives(LEADER, TERM, near);
    List<Entry> entries = List.of(entry(6), entry(7), entry(8));
    sequence++;
    raft.receive(LEADER, new AppendEntries(TERM, new LogPosition(5, TERM), entries, 8, sequence));
    drive();

    room(0);
    raft.compacted(snapshot(4, 78));
    drive();

    assertThat(resets()).isEmpty();
    assertThat(drops()).as("as long as it waited").containsExactly(new LogPosition(4, TERM));
    assertThat(raft.status().last()).isEqualTo(new LogPosition(8, TERM));
  }

  @Test
  void whileItWaitsWhatIsAppliedIsDropped() {
    arrives(LEADER, TERM, SNAPSHOT);
    assertThat(drops()).containsExactly(new LogPosition(4, TERM));

    sequence++;
    raft.receive(LEADER, new AppendEntries(TERM, new LogPosition(5, TERM), List.of(), 5, sequence));
    drive();
    raft.loaded(5, List.of(entry(5)));
    drive();
    raft.applied(5);
    drive();

    assertThat(drops()).containsExactly(new LogPosition(4, TERM), new LogPosition(5, TERM));
    room(1_000);
    assertThat(resets()).containsExactly(SNAPSHOT);
  }

  @Test
  void onceItIsInstalledTheLogHasTheRoomOfTheNextSegmentAndNoOtherBehindIt() {
    room(1_000);
    sequence++;
    raft.receive(
        LEADER, new InstallSnapshot(TERM, SNAPSHOT, 0, Bytes.wrap(new byte[10]), sequence));
    drive();
    raft.snapshotReceived(SNAPSHOT);
    List<Entry> entries = List.of(large(101), large(102));
    sequence++;
    raft.receive(LEADER, new AppendEntries(TERM, SNAPSHOT.last(), entries, 100, sequence));

    drive();

    assertThat(resets()).containsExactly(SNAPSHOT);
    assertThat(raft.status().last()).isEqualTo(new LogPosition(101, TERM));
  }

  /** The segment in use has room for entries always. */
  private void room(int nextBytes) {
    Next next = nextBytes > 0 ? Next.READY : Next.NO_ROOM;
    raft.room(new LogRoom(written, 1_000, nextBytes, 0, next));
    drive();
  }

  private void arrives(Member from, long term, SnapshotMetadata snapshot) {
    sequence++;
    raft.receive(from, new InstallSnapshot(term, snapshot, 0, Bytes.wrap(new byte[10]), sequence));
    drive();
    raft.snapshotReceived(snapshot);
    drive();
  }

  private List<SnapshotMetadata> resets() {
    return steps.stream()
        .filter(SnapshotStep.ResetLog.class::isInstance)
        .map(it -> ((SnapshotStep.ResetLog) it).snapshot())
        .toList();
  }

  private List<LogPosition> drops() {
    return steps.stream()
        .filter(SnapshotStep.DropPrefix.class::isInstance)
        .map(it -> ((SnapshotStep.DropPrefix) it).base())
        .toList();
  }

  private void drive() {
    while (raft.hasReady()) {
      Ready ready = raft.ready();
      sent.addAll(ready.sends());
      ready.persist().ifPresent(this::write);
      ready.restore().ifPresent(it -> raft.applied(it.last().index()));
    }
  }

  private void write(Persist persist) {
    steps.addAll(persist.snapshotSteps());
    written += persist.entries().size();
    written +=
        persist.snapshotSteps().stream().filter(SnapshotStep.ResetLog.class::isInstance).count();
    raft.persisted(persist.number());
    sent.addAll(persist.afterDurable());
  }

  private static Entry entry(long index) {
    return new Entry(new LogPosition(index, TERM), 0, NoOp.INSTANCE);
  }

  /** Of 1,000 bytes of a segment it takes more than half. */
  private static Entry large(long index) {
    Bytes parameters = Bytes.wrap(new byte[600]);
    return new Entry(new LogPosition(index, TERM), 0, new Command("uid", "", parameters));
  }

  private static SnapshotMetadata snapshot(long index, long checksum) {
    return new SnapshotMetadata(new LogPosition(index, TERM), 0, Members.group(3), 1, 10, checksum);
  }
}
