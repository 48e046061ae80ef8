package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DurabilityTest {
  private final ReplicaLog log = new ReplicaLog(Members.group(1), DurableState.EMPTY);
  private final Durability durability = new Durability(DurableState.EMPTY);

  DurabilityTest() {
    durability.voted(new TermAndVote(1, Optional.empty()));
  }

  @Test
  void entriesAreDurableWhenTheirWriteIsReported() {
    append(1);
    append(1);
    Persist persist = next();

    assertThat(persist.entries()).hasSize(2);
    assertThat(durability.durableIndex()).isZero();
    durability.persisted(persist.number());
    assertThat(durability.durableIndex()).isEqualTo(2);
  }

  @Test
  void aWriteThatIsOvertakenByATruncationProvesOnlyWhatIsLeft() {
    append(1);
    append(1);
    Persist old = next();
    truncateFrom(2);
    append(2);
    Persist overwriting = next();

    durability.persisted(old.number());
    assertThat(durability.durableIndex()).isEqualTo(1);
    durability.persisted(overwriting.number());
    assertThat(durability.durableIndex()).isEqualTo(2);
  }

  @Test
  void anEntryThatComesBackIsNotDurableByItsFirstWrite() {
    append(1);
    Persist first = next();
    truncateFrom(1);
    append(2);
    Persist overwriting = next();
    truncateFrom(1);
    append(1);
    Persist again = next();

    // The disk has the overwriting still ahead of it: a crash after that would lose the entry.
    durability.persisted(first.number());
    assertThat(durability.durableIndex()).isZero();
    durability.persisted(overwriting.number());
    assertThat(durability.durableIndex()).isZero();
    durability.persisted(again.number());
    assertThat(durability.durableIndex()).isEqualTo(1);
  }

  @Test
  void overwritingSyncedEntriesTakesTheirDurabilityAwayAtOnce() {
    append(1);
    append(1);
    durability.persisted(next().number());

    truncateFrom(2);

    assertThat(durability.durableIndex()).isEqualTo(1);
  }

  @Test
  void aWriteThatIsOvertakenByASnapshotProvesNothingAboutTheLogThatBeginsThen() {
    append(1);
    append(1);
    append(1);
    durability.persisted(next().number());
    append(1);
    Persist old = next();
    reset(new LogPosition(2, 7));

    assertThat(durability.durableIndex()).isZero();
    Persist reset = next();
    append(7);
    Persist following = next();
    durability.persisted(old.number());
    assertThat(durability.durableIndex()).isZero();
    durability.persisted(reset.number());
    assertThat(durability.durableIndex()).isEqualTo(2);
    durability.persisted(following.number());
    assertThat(durability.durableIndex()).isEqualTo(3);
  }

  @Test
  void whatIsTruncatedBeforeItWasHandedOutIsNeverWritten() {
    append(1);
    append(1);
    truncateFrom(2);
    append(3);

    assertThat(next().entries()).extracting(Entry::term).containsExactly(1L, 3L);
  }

  @Test
  void anAcknowledgementNeedsItsTermToBeDurableToo() {
    append(1);
    durability.persisted(next().number());

    assertThat(durability.covers(new LogPosition(1, 1), 1)).isTrue();
    assertThat(durability.covers(new LogPosition(1, 1), 2)).isFalse();
  }

  @Test
  void aVoteIsHandedOutOnceAndDurableWhenThatIsReported() {
    TermAndVote vote = new TermAndVote(2, Optional.of(Members.member(1)));
    durability.voted(vote);
    durability.voted(vote);
    assertThat(durability.isDue(0)).isTrue();

    Persist persist = next();

    assertThat(persist.termAndVote()).contains(vote);
    assertThat(durability.isDue(0)).isFalse();
    assertThat(durability.isVoteDurable()).isFalse();
    durability.voted(vote);
    assertThat(next().termAndVote()).isEmpty();
    durability.persisted(persist.number());
    assertThat(durability.isVoteDurable()).isTrue();
  }

  @Test
  void completionsAreReportedOnceAndInOrder() {
    append(1);
    next();
    append(1);
    next();

    assertThatThrownBy(() -> durability.persisted(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("persist 2 is reported before 1");
    durability.persisted(1);
    durability.persisted(2);
    assertThatThrownBy(() -> durability.persisted(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("persist 2 was not handed out");
  }

  private void append(long term) {
    log.append(new Entry(new LogPosition(log.lastIndex() + 1, term), NoOp.INSTANCE));
  }

  private void truncateFrom(long index) {
    // As in an append from a later leader, whose log may also be of an older term here.
    log.truncateFrom(index);
    durability.truncatedFrom(index);
  }

  private void reset(LogPosition base) {
    log.resetTo(new SnapshotMetadata(base, 0, Members.group(1), 1, 1, 1));
    durability.reset(base);
  }

  private Persist next() {
    return durability.next(log, List.of(), List.of());
  }
}
