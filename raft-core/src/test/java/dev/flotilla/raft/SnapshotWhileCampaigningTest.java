package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A laggard of {n1 n2 n3} has got a snapshot, by which the members are {n1 n2 n4 n5 n6}, and which
 * is still being checked when it campaigns.
 */
final class SnapshotWhileCampaigningTest {
  private static final long TERM = 5;
  private static final long MILLI = 1_000_000;
  private static final Configuration NEW = new Configuration(Members.of(1, 2, 4, 5, 6));
  private static final SnapshotMetadata SNAPSHOT =
      new SnapshotMetadata(new LogPosition(8, 5), 0, NEW, 1, 10, 77);
  private static final Member LEADER = Members.member(2);

  private final Raft raft = laggard();

  @Test
  void aCandidateWhoseLogIsReplacedCountsNoVotesByTheMajorityWithWhichItBegan() {
    raft.receive(LEADER, new TimeoutNow(TERM, 2));
    take();
    assertThat(raft.status().role()).isEqualTo(Role.CANDIDATE);
    assertThat(raft.status().term()).isEqualTo(TERM + 1);

    raft.snapshotReceived(SNAPSHOT);
    take();
    raft.receive(LEADER, new RequestVoteResponse(TERM + 1, true, 3));

    assertThat(raft.status().configuration()).isEqualTo(NEW);
    // Two votes of five; the other three may have made another leader in this term.
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    assertThat(raft.status().term()).isEqualTo(TERM + 1);
  }

  @Test
  void whoAskedWhetherItWouldBeElectedAsksTheNewMembers() {
    campaign();
    take();

    raft.snapshotReceived(SNAPSHOT);
    take();
    assertThat(raft.status().role()).isEqualTo(Role.FOLLOWER);
    campaign();

    assertThat(raft.ready().sends())
        .filteredOn(send -> send.message() instanceof PreVote)
        .extracting(Send::to)
        .containsExactlyElementsOf(Members.of(2, 4, 5, 6));
  }

  private void campaign() {
    while (raft.status().role() != Role.PRE_CANDIDATE) {
      raft.advanceTo(raft.nextDeadlineNanos());
    }
  }

  private Raft laggard() {
    DurableState state =
        new DurableState(
            new TermAndVote(TERM, Optional.empty()), List.of(new LogPosition(1, 1)), 2, 0, 0);
    Raft laggard =
        new Raft(
            Members.member(1),
            Members.group(3),
            state,
            RaftOptions.DEFAULT.withSnapshots(10, 0),
            new Random(1),
            0);
    laggard.noteTime(400 * MILLI);
    laggard.receive(LEADER, new InstallSnapshot(TERM, SNAPSHOT, 0, Bytes.wrap(new byte[10]), 1));
    take(laggard);
    return laggard;
  }

  private void take() {
    take(raft);
  }

  private static void take(Raft raft) {
    while (raft.hasReady()) {
      Ready ready = raft.ready();
      ready.persist().ifPresent(persist -> raft.persisted(persist.number()));
      ready.restore().ifPresent(it -> raft.applied(it.last().index()));
    }
  }
}
