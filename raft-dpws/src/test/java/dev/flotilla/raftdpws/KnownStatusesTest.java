package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.MemberNames;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusEdition;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KnownStatusesTest {
  private static final URI ADDRESS = URI.create("http://10.0.0.1:1/RAFT_Service");
  private static final Member SELF = new Member(new NodeId(new UUID(0, 1)), new Incarnation(0, 1));

  private final KnownStatuses known = new KnownStatuses();

  @Test
  void unchangedStatusIsAnsweredInBriefAndCompleted() {
    StatusResponse first = ask(status(5, "fp 1", 100));
    StatusResponse sent = answer(status(9, "fp 1", 200));
    StatusResponse second = known.completed(ADDRESS, sent);

    assertThat(StatusEdition.isBrief(sent)).isTrue();
    assertThat(sent.members()).isEmpty();
    assertThat(second.progress().commitIndex()).isEqualTo(9);
    assertThat(second.configuration()).isEqualTo(first.configuration());
    assertThat(second.members()).isEqualTo(first.members());
    assertThat(second.timing()).contains(Timing.DEFAULT);
    assertThat(second.facts().text(StatusFact.FINGERPRINTS)).contains("fp 1");
    assertThat(second.facts().text(StatusFact.PROCESS)).contains("p");
    assertThat(second.facts().text(StatusFact.FREE_BYTES)).isEmpty();
  }

  @Test
  void aServerThatIsSilentKeepsTheNameThatAnotherHasHeard() {
    StatusResponse told = status(5, "fp 1", 100);
    ask(told.with(told.details().withFacts(told.facts().with(StatusFact.MEMBER_NAME, "attic"))));
    NodeId attic = told.self().member().id();
    String names = MemberNames.text(known.names());
    StatusResponse other =
        told.with(told.details().withFacts(told.facts().with(StatusFact.MEMBER_NAMES, names)));

    assertThat(MemberNames.of(attic, List.of(other))).contains("attic");
    assertThat(MemberNames.of(new NodeId(new UUID(9, 9)), List.of(other))).isEmpty();
  }

  @Test
  void namesAreKeptUntilAStatusChanges() {
    StatusResponse told = status(5, "fp 1", 100);
    assertThat(known.names()).isEmpty();
    ask(told.with(told.details().withFacts(told.facts().with(StatusFact.MEMBER_NAME, "attic"))));
    NodeId self = told.self().member().id();

    assertThat(known.names()).containsEntry(self, "attic").isSameAs(known.names());
    ask(told.with(told.details().withFacts(told.facts().with(StatusFact.MEMBER_NAME, "roof"))));
    assertThat(known.names()).containsEntry(self, "roof");
  }

  @Test
  void changedStatusIsAnsweredInFull() {
    ask(status(5, "fp 1", 100));
    StatusResponse sent = answer(status(5, "fp 2", 100));

    assertThat(StatusEdition.isBrief(sent)).isFalse();
    assertThat(known.completed(ADDRESS, sent).facts().text(StatusFact.FINGERPRINTS))
        .contains("fp 2");
    assertThat(StatusEdition.isBrief(answer(status(6, "fp 2", 100)))).isTrue();
  }

  @Test
  void anotherProcessIsNeverAnsweredForInBrief() {
    ask(status(5, "fp 1", 100));
    StatusResponse twin = status(5, "fp 1", 100);
    StatusResponse sent =
        answer(
            twin.with(twin.details().withFacts(twin.facts().with(StatusFact.PROCESS, "another"))));

    assertThat(StatusEdition.isBrief(sent)).isFalse();
  }

  @Test
  void olderServersAreAskedForEverything() {
    StatusResponse old = status(5, "fp 1", 100);

    assertThat(known.completed(ADDRESS, old)).isEqualTo(old);
    assertThat(known.request(ADDRESS)).isEqualTo(StatusRequest.INSTANCE);
  }

  @Test
  void briefAnswerToNothingFails() {
    ask(status(5, "fp 1", 100));
    StatusResponse brief = answer(status(5, "fp 1", 100));

    assertThatThrownBy(() -> new KnownStatuses().completed(ADDRESS, brief))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numberOfAddressesIsBounded() {
    for (int port = 1; port <= 2 * KnownStatuses.MAX_ADDRESSES; port++) {
      URI address = URI.create("http://10.0.0.1:" + port + "/");
      known.completed(address, StatusEdition.answer(status(5, "fp", 1), Optional.empty()));
    }

    assertThat(known.size()).isEqualTo(KnownStatuses.MAX_ADDRESSES);
  }

  private StatusResponse ask(StatusResponse status) {
    return known.completed(ADDRESS, answer(status));
  }

  private StatusResponse answer(StatusResponse status) {
    return StatusEdition.answer(status, known.request(ADDRESS).edition());
  }

  private static StatusResponse status(long commitIndex, String fingerprints, long freeBytes) {
    MemberAddress self = new MemberAddress(SELF, Optional.of(ADDRESS.toString()));
    return new StatusResponse(
        1,
        "g",
        Optional.of(new GroupId("g")),
        self,
        "leader",
        Optional.of(self),
        new StatusResponse.Progress(4, commitIndex, commitIndex, commitIndex, commitIndex),
        List.of(self),
        Optional.of(new Configuration(List.of(SELF))),
        Optional.empty(),
        StatusDetails.NONE
            .withTiming(Timing.DEFAULT)
            .withFacts(
                StatusFacts.NONE
                    .with(StatusFact.PROCESS, "p")
                    .with(StatusFact.FREE_BYTES, freeBytes)
                    .with(StatusFact.FINGERPRINTS, fingerprints)));
  }
}
