package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the transcripts called {@code priority-*} do not show. */
final class ElectionPriorityTest {
  private static final Member LEADER = Members.member(2);

  @Test
  void whoNeverLeadsDoesNotCampaignEvenWhenToldTo() {
    assertThat(toldToCampaign(LeadershipOptions.NEVER)).isEqualTo(Role.FOLLOWER);
    assertThat(toldToCampaign(1)).isEqualTo(Role.CANDIDATE);
  }

  @Test
  void prioritiesOutOfRangeAreRejected() {
    assertThatThrownBy(() -> LeadershipOptions.DEFAULT.withPriority(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("priority must be within 0 and 100, not -1");
    assertThatThrownBy(() -> LeadershipOptions.DEFAULT.withPriority(101))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(LeadershipOptions.DEFAULT.withPriority(100).withLeaseReads(3).priority())
        .isEqualTo(100);
  }

  private static Role toldToCampaign(int priority) {
    RaftOptions options =
        RaftOptions.DEFAULT.withLeadership(LeadershipOptions.DEFAULT.withPriority(priority));
    Raft raft =
        new Raft(
            Members.member(1), Members.group(3), DurableState.EMPTY, options, new Random(1), 0);
    raft.receive(LEADER, new AppendEntries(1, LogPosition.ORIGIN, List.of(), 0, 1));
    raft.persisted(raft.ready().persist().orElseThrow().number());
    raft.receive(LEADER, new TimeoutNow(1, 2));
    return raft.status().role();
  }
}
