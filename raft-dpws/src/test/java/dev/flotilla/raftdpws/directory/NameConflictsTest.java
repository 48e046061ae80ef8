package dev.flotilla.raftdpws.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.NameConflicts.ClientsWithoutId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NameConflictsTest {
  private static final long SECOND = 1_000_000_000;
  private static final NodeId SELF = id(1);
  private static final GroupId OURS = new GroupId("ours");
  private static final GroupId OTHER = new GroupId("other");
  private static final URI THERE = URI.create("http://10.0.0.9:5000/RAFT_Service");

  private final List<URI> asked = new ArrayList<>();
  private final List<CompletableFuture<StatusResponse>> answers = new ArrayList<>();
  private final NameConflicts conflicts = conflicts(ClientsWithoutId.REFUSED);

  @Test
  void aServerOfAnotherGroupOfTheNameIsAConflict() {
    conflicts.belongsTo(OURS);
    StatusResponse other = answer("g", id(2), Optional.of(OTHER), "p2");
    assertThat(conflicts.heard(THERE, other, 0)).as("new").isTrue();
    assertThat(conflicts.heard(THERE, other, 1)).as("known").isFalse();

    assertThat(conflicts.addTo(StatusFacts.NONE).text(StatusFact.OTHER_GROUPS))
        .contains("other at " + THERE);
    assertThat(conflicts.ambiguity().orElseThrow()).contains("ours", "other at " + THERE);
  }

  @Test
  void membersStrangersAndServersWithoutAGroupAreNone() {
    conflicts.heard(THERE, answer("g", id(2), Optional.of(OTHER), "p2"), 0);
    conflicts.belongsTo(OURS);
    conflicts.heard(THERE, answer("g", id(2), Optional.of(OURS), "p2"), 0);
    conflicts.heard(THERE, answer("g", id(2), Optional.empty(), "p2"), 0);
    conflicts.heard(THERE, answer("h", id(2), Optional.of(OTHER), "p2"), 0);
    conflicts.heard(THERE, answer("g", SELF, Optional.of(OURS), "p1"), 0);

    StatusFacts facts = conflicts.addTo(StatusFacts.NONE);
    assertThat(facts.text(StatusFact.OTHER_GROUPS)).isEmpty();
    assertThat(facts.text(StatusFact.OWN_ID_ELSEWHERE)).isEmpty();
    assertThat(conflicts.ambiguity()).isEmpty();
  }

  @Test
  void anotherProcessWithTheSameIdentityIsAConflict() {
    conflicts.heard(THERE, answer("g", SELF, Optional.empty(), "p2"), 0);

    assertThat(conflicts.addTo(StatusFacts.NONE).text(StatusFact.OWN_ID_ELSEWHERE))
        .contains(THERE.toString());
    assertThat(conflicts.ambiguity()).isEmpty();
  }

  @Test
  void aConflictThatNothingProvesIsReportedAndClientsAreServed() {
    NameConflicts unproven = conflicts(ClientsWithoutId.SERVED);
    unproven.belongsTo(OURS);
    assertThat(unproven.heard(THERE, answer("g", id(2), Optional.of(OTHER), "p2"), 0)).isTrue();

    assertThat(unproven.ambiguity()).isEmpty();
    assertThat(unproven.addTo(StatusFacts.NONE).text(StatusFact.OTHER_GROUPS)).isPresent();
  }

  @Test
  void aConflictWhoseServerWaitsToJoinIsOver() {
    conflicts.belongsTo(OURS);
    conflicts.heard(THERE, answer("g", id(2), Optional.of(OTHER), "p2"), 0);
    conflicts.heard(THERE, answer("g", id(2), Optional.empty(), "p3"), 1);

    assertThat(conflicts.ambiguity()).isEmpty();
    assertThat(conflicts.addTo(StatusFacts.NONE).text(StatusFact.OTHER_GROUPS)).isEmpty();
  }

  @Test
  void aConflictThatNothingShowsForMinutesIsOver() {
    long minutes = NameConflicts.CONFIRMED_MINUTES * 60 * SECOND;
    conflicts.belongsTo(OURS);
    StatusResponse other = answer("g", id(2), Optional.of(OTHER), "p2");
    conflicts.heard(THERE, other, 0);
    conflicts.look(minutes - 1);
    assertThat(conflicts.ambiguity()).isPresent();

    conflicts.look(minutes);
    assertThat(conflicts.ambiguity()).isEmpty();
    assertThat(asked).as("it is asked again").hasSize(2);
    assertThat(conflicts.heard(THERE, other, minutes)).as("new").isTrue();
  }

  @Test
  void anAnnouncedStrangerIsAskedAgainSinceItMayFoundLater() {
    conflicts.belongsTo(OURS);
    conflicts.announced(new ServerSighting(id(2), THERE, Optional.empty()), 0);
    conflicts.look(0);
    StatusResponse founding = answer("g", id(2), Optional.empty(), "p2");
    conflicts.heard(THERE, founding, 0);
    answers.get(0).complete(founding);
    assertThat(asked).containsExactly(THERE);

    conflicts.look(System.nanoTime() + 60 * SECOND);
    assertThat(asked).containsExactly(THERE, THERE);
  }

  @Test
  void aConflictThatDoesNotAnswerAnyMoreIsOver() {
    conflicts.belongsTo(OURS);
    StatusResponse other = answer("g", id(2), Optional.of(OTHER), "p2");
    conflicts.heard(THERE, other, System.nanoTime());
    for (int i = 0; i < NameConflicts.MAX_FAILURES; i++) {
      assertThat(conflicts.ambiguity()).isPresent();
      conflicts.look(System.nanoTime() + 60 * SECOND);
      answers.get(i).completeExceptionally(new IllegalStateException("on purpose"));
    }

    assertThat(conflicts.ambiguity()).isEmpty();
  }

  @Test
  void strangersDoNotPushOutAConflict() {
    conflicts.belongsTo(OURS);
    conflicts.heard(THERE, answer("g", id(2), Optional.of(OTHER), "p2"), 0);
    for (int i = 0; i < 10 * NameConflicts.MAX_PLACES; i++) {
      URI address = URI.create("http://10.0.1.1:" + (1 + i) + "/RAFT_Service");
      conflicts.announced(new ServerSighting(id(10 + i), address, Optional.empty()), 0);
    }

    assertThat(conflicts.ambiguity()).isPresent();
    conflicts.look(0);
    assertThat(asked).hasSize(NameConflicts.MAX_PLACES);
  }

  private NameConflicts conflicts(ClientsWithoutId clients) {
    return new NameConflicts(
        "g",
        SELF,
        clients,
        "p1",
        address -> {
          asked.add(address);
          answers.add(new CompletableFuture<>());
          return answers.get(answers.size() - 1);
        });
  }

  private static StatusResponse answer(
      String name, NodeId server, Optional<GroupId> group, String process) {
    StatusResponse plain =
        new StatusResponse(
            1,
            name,
            group,
            new MemberAddress(new Member(server, new Incarnation(1, 1)), Optional.empty()),
            "follower",
            Optional.empty(),
            new StatusResponse.Progress(1, 1, 1, 1, 1),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            StatusDetails.NONE);
    return plain.with(
        plain.details().withFacts(StatusFacts.NONE.with(StatusFact.PROCESS, process)));
  }

  private static NodeId id(int number) {
    return new NodeId(new UUID(0, number));
  }
}
