package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.Raft;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.VoteRefusal;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class LeaderAbsenceTest {
  private static final long SECOND = 1_000_000_000;
  private static final Member SELF = member(1);
  private static final Member REFUSING = member(2);
  private static final Member SILENT = member(3);

  private final Raft raft =
      new Raft(
          SELF,
          new Configuration(List.of(SELF, REFUSING, SILENT)),
          DurableState.EMPTY,
          RaftOptions.DEFAULT,
          new Random(1),
          0);
  private final List<String> logged = new ArrayList<>();
  private final LeaderAbsence absence = new LeaderAbsence(SELF, "n1 of group 'g'", logged::add);

  @Test
  void whoKnowsNoLeaderLogsWhoAnsweredWhatAndWhoIsSilent() {
    passUntil(11);

    assertThat(logged).hasSize(1);
    assertThat(logged.get(0))
        .startsWith("n1 of group 'g' has known no leader for 10 s; it is pre-candidate in term 0,")
        .contains("its election timeout is 150 to 300 ms")
        .contains(REFUSING.id() + " refused its vote in term 0")
        .contains(": its log is more up to date")
        .contains(SILENT.id() + " has not answered a request for its vote");
  }

  @Test
  void theReasonIsLoggedOnceAMinute() {
    passUntil(9);
    assertThat(logged).isEmpty();
    passUntil(69);
    assertThat(logged).hasSize(1);
    passUntil(192);

    assertThat(logged).hasSize(4);
  }

  @Test
  void whoKnowsALeaderAgainLogsItOnce() {
    passUntil(11);
    raft.receive(SILENT, new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, 1));
    absence.look(raft, raft.status(), 12 * SECOND);
    absence.look(raft, raft.status(), 13 * SECOND);

    assertThat(logged).hasSize(2);
    assertThat(logged.get(1)).contains("knows a leader again").contains(SILENT.id() + " in term 1");
    assertThat(raft.voterAnswers()).isEmpty();
  }

  @Test
  void aShortElectionIsNotLogged() {
    passUntil(5);
    raft.receive(SILENT, new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, 1));
    absence.look(raft, raft.status(), 6 * SECOND);

    assertThat(logged).isEmpty();
  }

  /** It asks for votes all the time, and one voter refuses. */
  private void passUntil(long seconds) {
    while (raft.nextDeadlineNanos() < seconds * SECOND) {
      long now = raft.nextDeadlineNanos();
      raft.advanceTo(now);
      raft.ready()
          .sends()
          .forEach(
              sent -> {
                if (sent.to().equals(REFUSING)) {
                  raft.receive(
                      REFUSING,
                      new PreVoteResponse(
                          0, false, sent.message().sequence(), VoteRefusal.NEWER_LOG));
                }
              });
      absence.look(raft, raft.status(), now);
    }
    absence.look(raft, raft.status(), seconds * SECOND);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
