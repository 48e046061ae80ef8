package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class InvariantsTest {
  private static final Member MEMBER =
      new Member(new NodeId(new UUID(1, 1)), new Incarnation(1, 1));

  private final Invariants invariants = new Invariants();

  @Test
  void aLeaderThatLacksWhatAnEarlierOneCommittedIsNoticed() {
    invariants.checkLeader(0, leading(5, new LogPosition(10, 5)));
    executed(new LogPosition(10, 5));
    assertThatThrownBy(() -> invariants.checkLeader(1, leading(6, new LogPosition(12, 4))))
        .isInstanceOf(Violation.class)
        .hasMessageContaining("leader-completeness")
        .hasMessageContaining("10@5");
  }

  @Test
  void aLateLeaderOfAnOlderTermNeedNotHaveWhatALaterOneCommitted() {
    invariants.checkLeader(0, leading(5, new LogPosition(10, 5)));
    executed(new LogPosition(10, 5));
    assertThatCode(() -> invariants.checkLeader(1, leading(4, new LogPosition(9, 4))))
        .doesNotThrowAnyException();
  }

  private void executed(LogPosition position) {
    Command command = new Command("uid", "do", Bytes.EMPTY);
    invariants.checkExecuted(0, 1, new CommittedCommand(position, command));
  }

  private static NodeStatus leading(long term, LogPosition last) {
    RaftStatus raft =
        new RaftStatus(
            Role.LEADER,
            term,
            Optional.of(MEMBER),
            last,
            /* commitIndex= */ 0,
            last.index(),
            Optional.empty(),
            new Configuration(List.of(MEMBER)),
            /* configurationIndex= */ 0,
            /* activeVersion= */ 1);
    return new NodeStatus(NodeState.RUNNING, MEMBER, raft, /* appliedIndex= */ 0);
  }
}
