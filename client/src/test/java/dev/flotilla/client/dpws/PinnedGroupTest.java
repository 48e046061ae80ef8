package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class PinnedGroupTest {
  private static final GroupId GROUP = new GroupId("g1");

  @Test
  void withKeysANewClientDoesNotChooseBetweenTwoGroups() {
    PinnedGroup group = pinned(Optional.empty(), true);

    assertThat(group.accepts(reportsAnother())).isFalse();
    assertThat(group.ambiguity().orElseThrow()).contains("g2 at there", "--group-id");
  }

  @Test
  void withKeysAClientThatNamesTheGroupKeepsIt() {
    PinnedGroup group = pinned(Optional.of(GROUP), true);

    assertThat(group.accepts(reportsAnother())).isTrue();
    assertThat(group.ambiguity()).isEmpty();
  }

  @Test
  void withoutKeysAReportCountsForNothing() {
    PinnedGroup group = pinned(Optional.empty(), false);

    assertThat(group.accepts(reportsAnother())).isTrue();
    assertThat(group.ambiguity()).isEmpty();
  }

  @Test
  void aNamedGroupThatWasNeverMetIsNotRemembered() {
    PinnedGroup wrong = pinned(Optional.of(new GroupId("another")), false);
    assertThat(wrong.accepts(reportsAnother())).isFalse();
    assertThat(wrong.toRemember()).isEmpty();

    PinnedGroup right = pinned(Optional.of(GROUP), false);
    assertThat(right.toRemember()).isEmpty();
    assertThat(right.accepts(reportsAnother())).isTrue();
    assertThat(right.toRemember()).contains(GROUP);
  }

  @Test
  void onlyAGroupThatAnsweredACallIsRemembered() {
    PinnedGroup refused = pinned(Optional.empty(), true);
    assertThat(refused.accepts(reportsAnother())).isFalse();
    assertThat(refused.toRemember()).isEmpty();

    PinnedGroup used = pinned(Optional.empty(), false);
    assertThat(used.accepts(reportsAnother())).isTrue();
    assertThat(used.toRemember()).isEmpty();
    used.answered();
    assertThat(used.toRemember()).contains(GROUP);
  }

  @Test
  void onlyServersOfTheNamedGroupAreMeant() {
    assertThat(pinned(Optional.of(GROUP), true).isMeant(reportsAnother())).isTrue();
    assertThat(pinned(Optional.of(new GroupId("g3")), true).isMeant(reportsAnother())).isFalse();
    assertThat(pinned(Optional.empty(), true).isMeant(reportsAnother())).isTrue();
    PinnedGroup ofAnotherName = new PinnedGroup("h", Optional.of(GROUP), Optional.empty(), true);
    assertThat(ofAnotherName.isMeant(reportsAnother())).isFalse();
  }

  private static PinnedGroup pinned(Optional<GroupId> named, boolean hasKeys) {
    return new PinnedGroup("g", named, Optional.empty(), hasKeys);
  }

  private static StatusResponse reportsAnother() {
    StatusResponse plain =
        new StatusResponse(
            1,
            "g",
            Optional.of(GROUP),
            new MemberAddress(
                new Member(new NodeId(new UUID(0, 1)), new Incarnation(1, 1)), Optional.empty()),
            "follower",
            Optional.empty(),
            new StatusResponse.Progress(1, 1, 1, 1, 1),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            StatusDetails.NONE);
    return plain.with(
        plain.details().withFacts(StatusFacts.NONE.with(StatusFact.OTHER_GROUPS, "g2 at there")));
  }
}
