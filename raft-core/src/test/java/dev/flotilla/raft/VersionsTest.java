package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A version of the protocol is in force when every member knows it, and not before. */
final class VersionsTest {
  private static final Member SELF = Members.member(1);
  private static final Member PEER = Members.member(2);
  private static final Member OTHER = Members.member(3);
  private static final OpenSession OPEN = new OpenSession("s");

  private final List<Payload> written = new ArrayList<>();
  private Raft raft = start(1, 2);

  private static Raft start(int active, int supported) {
    return new Raft(
        SELF,
        Members.group(3),
        DurableState.EMPTY,
        new ProtocolVersions(active, supported),
        RaftOptions.DEFAULT,
        new Random(1),
        0);
  }

  /** Persists and answers everything, the followers in their versions; 0 for one that is silent. */
  private void exchange(int peerVersion, int otherVersion) {
    for (int i = 0; i < 4; i++) {
      Ready ready = raft.ready();
      ready.persist().ifPresent(this::persist);
      for (Send send : ready.sends()) {
        int version = send.to().equals(PEER) ? peerVersion : otherVersion;
        if (send.message() instanceof AppendEntries append && version > 0) {
          raft.receive(
              send.to(),
              new AppendEntriesResponse(
                  append.term(),
                  true,
                  append.lastVerified(),
                  append.sequence(),
                  version,
                  LeadershipOptions.DEFAULT_PRIORITY));
        }
      }
    }
  }

  private void persist(Persist persist) {
    persist.entries().forEach(entry -> written.add(entry.payload()));
    raft.persisted(persist.number());
  }

  private void heartbeats(int peerVersion, int otherVersion) {
    for (int i = 0; i < 3; i++) {
      raft.advanceTo(raft.nextDeadlineNanos());
      exchange(peerVersion, otherVersion);
    }
  }

  private void winElection() {
    raft.advanceTo(raft.nextDeadlineNanos());
    long sequence = raft.ready().sends().get(0).message().sequence();
    raft.receive(PEER, new PreVoteResponse(raft.status().term() + 1, true, sequence));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.receive(PEER, new RequestVoteResponse(raft.status().term(), true, sequence));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  @Test
  void aVersionIsActivatedOnceWhenEveryMemberKnowsIt() {
    winElection();
    heartbeats(2, 1);
    heartbeats(2, 0);
    assertThat(written).containsExactly(NoOp.INSTANCE);
    assertThat(raft.propose(OPEN)).isEqualTo(new ProposalOutcome.NotActivated(1, 2));

    heartbeats(2, 2);
    assertThat(written).containsExactly(NoOp.INSTANCE, new ActivateVersion(2));
    assertThat(raft.status().activeVersion()).isEqualTo(2);
    assertThat(raft.propose(OPEN)).isInstanceOf(ProposalOutcome.Appended.class);
    heartbeats(2, 2);
    assertThat(written).endsWith(OPEN).hasSize(3);
  }

  @Test
  void aMemberThatWentBackToAnOlderProgramNoLongerCounts() {
    winElection();
    exchange(2, 0);
    heartbeats(1, 2);
    assertThat(written).containsExactly(NoOp.INSTANCE);
  }

  @Test
  void nobodyIsToldToUseWhatTheLeaderDoesNotKnow() {
    winElection();
    heartbeats(3, 3);
    assertThat(written).contains(new ActivateVersion(2)).doesNotContain(new ActivateVersion(3));
  }

  @Test
  void whatIsInForceStaysInForceThoughMembersReportLess() {
    raft = start(2, 2);
    winElection();
    heartbeats(1, 1);
    assertThat(raft.status().activeVersion()).isEqualTo(2);
    assertThat(raft.propose(OPEN)).isInstanceOf(ProposalOutcome.Appended.class);
  }

  @Test
  void anEntryThatActivatesWhatIsNotKnownIsRefused() {
    Entry entry = new Entry(new LogPosition(1, 1), new ActivateVersion(3));
    Refusals.assertRefused(
        raft,
        () -> raft.receive(PEER, new AppendEntries(1, LogPosition.ORIGIN, List.of(entry), 1, 1)),
        "uses version 3 of the protocol, this program knows up to 2");
  }

  @Test
  void anEntryOnTheDiskThatActivatesWhatIsNotKnownStopsTheServer() {
    Replica replica =
        new Replica(
            SELF,
            Members.group(3),
            DurableState.EMPTY,
            new ProtocolVersions(1, 2),
            RaftOptions.DEFAULT,
            new Random(1),
            0);
    Entry entry = new Entry(new LogPosition(1, 1), new ActivateVersion(3));

    assertThatThrownBy(() -> replica.activateVersions(List.of(entry)))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("uses version 3 of the protocol, this program knows up to 2");
  }

  @Test
  void aMemberIsKnownToKnowWhatIsInForceWhenItHasSaidSo() {
    Versions versions = new Versions(new ProtocolVersions(2, 2));
    versions.officeBegins();
    assertThat(versions.knowsActive(PEER)).isFalse();
    versions.heard(PEER, 2);
    assertThat(versions.knowsActive(PEER)).isTrue();
    assertThat(versions.knowsActive(new Member(PEER.id(), new Incarnation(7, 7)))).isFalse();
    assertThat(versions.due(SELF, List.of(SELF, PEER, OTHER))).isEmpty();
    versions.officeBegins();
    assertThat(versions.knowsActive(PEER)).isFalse();
  }

  @Test
  void aCommandOfASessionNeedsWhatBringsSessions() {
    Command command = new Command("u", "put", Bytes.EMPTY);
    winElection();
    assertThat(raft.propose(command)).isInstanceOf(ProposalOutcome.Appended.class);
    assertThat(raft.propose(command.in(new SessionTag(1, 1, 1))))
        .isInstanceOf(ProposalOutcome.NotActivated.class);
    assertThat(Optional.of(raft.status().activeVersion())).contains(1);
  }
}
