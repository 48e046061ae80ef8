package dev.flotilla.raft.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.Bounds;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProgressTest {
  private static final long LAST = 1000;
  private static final RaftOptions OPTIONS = Bounds.parse(List.of("inflight=3"));
  private static final long HEARTBEAT = OPTIONS.heartbeatNanos();
  private static final SnapshotMetadata SNAPSHOT =
      new SnapshotMetadata(new LogPosition(9, 2), 0, Members.group(3), 1, 100, 7);

  private Progress progress = new Progress(Members.member(2), OPTIONS, 10, 0);
  private long sequence;
  private long nowNanos;

  @Test
  void aNewLeaderProbesWithOneRequestFromTheEndOfItsLog() {
    send(1);

    assertThat(progress.nextIndex()).isEqualTo(10);
    assertThat(progress.mayAppend(LAST)).isFalse();
  }

  @Test
  void anAcceptedProbeOpensTheWindow() {
    replicating();

    assertThat(progress.matchIndex()).isEqualTo(10);
    send(5);
    send(5);
    assertThat(progress.nextIndex()).isEqualTo(21);
    assertThat(progress.mayAppend(LAST)).isTrue();
    send(5);
    assertThat(progress.mayAppend(LAST)).isFalse();
  }

  @Test
  void oneAnswerFreesTheWindowOfAllThatItCovers() {
    replicating();
    send(5);
    send(5);
    long third = send(5);

    accept(20, third - 1);

    send(1);
    send(1);
    assertThat(progress.mayAppend(LAST)).isFalse();
    assertThat(progress.matchIndex()).isEqualTo(20);
  }

  @Test
  void answersThatOvertakeEachOtherNeverLowerWhatIsKnown() {
    replicating();
    send(5);
    long second = send(5);

    accept(20, second);
    accept(15, second - 1);

    assertThat(progress.matchIndex()).isEqualTo(20);
    assertThat(progress.nextIndex()).isEqualTo(21);
  }

  @Test
  void aRefusalLeadsBackToOneProbeWhereTheLogsMayAgree() {
    replicating();
    long gap = send(5);
    send(5);

    progress.refused(13, gap, sequence);

    assertThat(progress.nextIndex()).isEqualTo(13);
    send(2);
    assertThat(progress.nextIndex()).isEqualTo(13);
    assertThat(progress.mayAppend(LAST)).isFalse();
  }

  @Test
  void refusalsOfWhatWasSentBeforeTheProbeAreStale() {
    replicating();
    long first = send(5);
    long second = send(5);
    progress.refused(13, first, sequence);
    send(1);

    progress.refused(11, second, sequence);

    assertThat(progress.nextIndex()).isEqualTo(13);
    assertThat(progress.mayAppend(LAST)).isFalse();
  }

  @Test
  void noRefusalLeadsBehindWhatIsKnownToMatch() {
    replicating();
    long sent = send(5);

    progress.refused(3, sent, sequence);

    assertThat(progress.nextIndex()).isEqualTo(11);
  }

  @Test
  void silenceAboutEntriesWhileHeartbeatsAreAnsweredLeadsToAProbe() {
    replicating();
    send(5);
    send(5);
    nowNanos += HEARTBEAT;

    accept(10, ++sequence);

    assertThat(progress.nextIndex()).isEqualTo(11);
    send(1);
    assertThat(progress.mayAppend(LAST)).isFalse();
  }

  @Test
  void aShortSilenceIsBorne() {
    replicating();
    send(5);
    nowNanos += HEARTBEAT - 1;

    accept(10, ++sequence);

    assertThat(progress.nextIndex()).isEqualTo(16);
  }

  @Test
  void anAnswerToARequestBeforeTheEntriesIsNoSilence() {
    replicating();
    long heartbeat = ++sequence;
    send(5);
    nowNanos += HEARTBEAT;

    accept(10, heartbeat);

    assertThat(progress.nextIndex()).isEqualTo(16);
  }

  @Test
  void aSlowDiskIsAskedEverMoreSeldom() {
    replicating();
    send(5);
    nowNanos += HEARTBEAT;
    accept(10, ++sequence);
    send(5);
    nowNanos += HEARTBEAT;

    accept(10, ++sequence);

    assertThat(progress.mayAppend(LAST)).as("after one more heartbeat").isFalse();
    nowNanos += HEARTBEAT;
    accept(10, ++sequence);
    assertThat(progress.mayAppend(LAST)).as("after two").isTrue();
  }

  @Test
  void aProbeThatGetsLostIsRepeatedAtItsPlaceAndNotFromTheFirstEntry() {
    send(1);
    nowNanos += HEARTBEAT;

    accept(0, ++sequence);

    assertThat(progress.nextIndex()).isEqualTo(10);
    assertThat(progress.mayAppend(LAST)).isTrue();
  }

  @Test
  void theWindowIsBoundedInEntriesToo() {
    progress =
        new Progress(Members.member(2), window(100, 1000).withWindow(9, 250, 1 << 20), 10, 0);
    replicating();
    send(100);
    send(50);
    assertThat(progress.mayAppend(LAST)).as("150 and a full append").isTrue();
    send(1);

    assertThat(progress.mayAppend(LAST)).as("151 and a full append").isFalse();
    accept(110, sequence - 2);
    assertThat(progress.mayAppend(LAST)).as("51").isTrue();
  }

  @Test
  void theWindowIsBoundedInBytesToo() {
    int entryBytes = entry(1, 1000).sizeBytes();
    RaftOptions options = window(100, 3 * entryBytes).withWindow(9, 900, 5 * entryBytes);
    progress = new Progress(Members.member(2), options, 10, 0);
    accept(10, send(1));
    sendBytes(1000);
    sendBytes(1000);
    assertThat(progress.mayAppend(LAST)).as("2 and a full append").isTrue();
    sendBytes(1000);
    assertThat(progress.mayAppend(LAST)).as("3 and a full append").isFalse();
    accept(11, sequence - 2);
    assertThat(progress.mayAppend(LAST)).as("2").isTrue();
  }

  @Test
  void afterAnEntryLargerThanTheWindowNothingLeavesUntilItIsAcknowledged() {
    progress = new Progress(Members.member(2), window(100, 500).withWindow(9, 900, 2000), 10, 0);
    accept(10, send(1));
    sendBytes(1_000_000);

    assertThat(progress.mayAppend(LAST)).isFalse();
    accept(11, sequence);
    assertThat(progress.mayAppend(LAST)).isTrue();
  }

  @Test
  void whatARefusalMadeOfNoUseFreesTheWindow() {
    progress = new Progress(Members.member(2), window(100, 500).withWindow(9, 100, 2000), 10, 0);
    accept(10, send(1));
    long sent = send(100);
    progress.refused(11, sent, sequence);
    assertThat(progress.mayAppend(LAST)).isTrue();

    accept(11, send(1));

    assertThat(progress.mayAppend(LAST)).isTrue();
  }

  @Test
  void aWindowThatIsSmallerThanOneAppendIsRejected() {
    assertThatThrownBy(() -> window(100, 500).withWindow(9, 99, 2000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxInflightEntries 99 must be at least what one append may have, 100");
    assertThatThrownBy(() -> window(100, 500).withWindow(9, 100, 499))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothingIsSentWhileEntriesAreBeingLoaded() {
    progress.loading();

    assertThat(progress.mayAppend(LAST)).isFalse();
    assertThat(progress.takesLoaded(9)).as("another question's answer").isFalse();
    assertThat(progress.takesLoaded(10)).isTrue();
    assertThat(progress.mayAppend(LAST)).isTrue();
  }

  @Test
  void loadedEntriesAreOfNoUseWhenOthersComeNextByNow() {
    replicating();
    progress.loading();
    accept(30, ++sequence);

    assertThat(progress.takesLoaded(11)).isFalse();
    assertThat(progress.mayAppend(LAST)).isTrue();
  }

  @Test
  void aSnapshotIsSentNoFurtherOnceTheFollowerHasItOrNeedsItNoMore() {
    progress.beginTransfer(transfer());
    progress.installed(SNAPSHOT.last(), sequence, nowNanos);
    assertThat(progress.transfer()).as("installed").isEmpty();
    assertThat(progress.matchIndex()).isEqualTo(SNAPSHOT.last().index());

    progress.beginTransfer(transfer());
    progress.installed(SNAPSHOT.last(), sequence, nowNanos);
    assertThat(progress.transfer()).as("installed, and nothing new").isEmpty();

    progress.beginTransfer(transfer());
    accept(SNAPSHOT.last().index() + 1, ++sequence);
    assertThat(progress.transfer()).as("entries accepted meanwhile").isEmpty();
  }

  @Test
  void whatWasUnderWayWhenASnapshotBeganIsNotWaitedFor() {
    send(5);

    progress.beginTransfer(transfer());
    progress.endTransfer();

    assertThat(progress.mayAppend(LAST)).isTrue();
  }

  @Test
  void whatAProbeHadUnderWayTakesNoPlaceInTheWindow() {
    long probe = send(5);

    accept(10, probe);

    send(1);
    send(1);
    assertThat(progress.mayAppend(LAST)).as("two of three are under way").isTrue();
  }

  @Test
  void noRequestHoldsBothEntriesWithTheirCommandsAndEntriesWithout() {
    List<Entry> five =
        List.of(entry(10, 1), entry(11, 1), entry(12, 1), entry(13, 1), entry(14, 1));
    assertThat(progress.alike(five, LAST)).as("a full member").isEqualTo(five);
    assertThat(progress.alike(five, 12)).isEqualTo(five.subList(0, 3));
    assertThat(progress.alike(five, 9)).isEmpty();

    progress.becomesWitness(11);
    assertThat(progress.alike(five, LAST)).as("still whole").isEqualTo(five.subList(0, 2));
    progress.becomesWitness(9);
    assertThat(progress.alike(five, LAST)).as("all bare").isEqualTo(five);
    assertThat(progress.alike(five, 12)).isEqualTo(five.subList(0, 3));
  }

  /** With these bounds for one append. */
  private static RaftOptions window(int entries, int bytes) {
    RaftOptions usual = RaftOptions.DEFAULT;
    return new RaftOptions(
        usual.electionTimeoutMinNanos(),
        usual.electionTimeoutMaxNanos(),
        usual.heartbeatNanos(),
        entries,
        bytes,
        9,
        usual.maxUncommittedBytes(),
        usual.maxUnappliedEntries(),
        usual.maxUnappliedBytes(),
        usual.maxRecentBytes());
  }

  private static Entry entry(long index, int bytes) {
    Bytes parameters = Bytes.wrap(new byte[bytes]);
    return new Entry(new LogPosition(index, 1), new Command("uid", "", parameters));
  }

  private void sendBytes(int bytes) {
    sequence++;
    progress.appendSent(1, entry(progress.nextIndex(), bytes).sizeBytes(), sequence, nowNanos);
  }

  private static SnapshotTransfer transfer() {
    return new SnapshotTransfer(SNAPSHOT, OPTIONS, 0);
  }

  private void replicating() {
    accept(10, send(1));
  }

  private void accept(long verifiedIndex, long answered) {
    progress.accepted(
        new LogPosition(verifiedIndex, Math.min(1, verifiedIndex)), answered, sequence, nowNanos);
  }

  private long send(int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(new Entry(new LogPosition(progress.nextIndex() + i, 1), NoOp.INSTANCE));
    }
    sequence++;
    progress.appendSent(
        entries.size(), entries.stream().mapToInt(Entry::sizeBytes).sum(), sequence, nowNanos);
    return sequence;
  }
}
