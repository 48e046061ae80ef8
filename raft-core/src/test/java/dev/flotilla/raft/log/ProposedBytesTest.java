package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.ProposalOutcome;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.Ready;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a leader takes is bounded, whatever it is that does not keep up. */
final class ProposedBytesTest {
  private static final long MILLI = 1_000_000;
  private static final int ROUNDS = 300;
  private static final int COMMAND_BYTES = 100_000;

  private final Raft raft =
      new Raft(
          Members.member(1),
          Members.group(3),
          DurableState.EMPTY,
          RaftOptions.DEFAULT,
          new Random(1),
          0);
  private long persisted;

  @Test
  void aLeaderWhoseOwnDiskStandsStillTakesNoMoreThanItsBound() {
    lead();

    assertThat(bytesTaken(0)).isLessThan(RaftOptions.DEFAULT.maxUncommittedBytes() + 200_000);
  }

  @Test
  void aLeaderWhoseStateMachineStandsStillTakesNoMoreThanItsBounds() {
    lead();

    assertThat(bytesTaken(Long.MAX_VALUE))
        .isLessThan(
            RaftOptions.DEFAULT.maxUncommittedBytes()
                + RaftOptions.DEFAULT.maxUnappliedBytes()
                + 300_000L);
  }

  private void lead() {
    raft.advanceTo(400 * MILLI);
    long term = raft.status().term();
    drive(1);
    raft.receive(Members.member(2), new PreVoteResponse(term + 1, true, 1));
    drive(1);
    raft.receive(Members.member(2), new RequestVoteResponse(term + 1, true, 3));
    assertThat(raft.status().role()).isEqualTo(Role.LEADER);
  }

  /** The followers keep up; of this server's own writes so many are forced, and nothing applied. */
  private long bytesTaken(long ownWrites) {
    long taken = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Command command = new Command("c" + i, "", Bytes.wrap(new byte[COMMAND_BYTES]));
      if (raft.propose(command) instanceof ProposalOutcome.Appended) {
        taken += COMMAND_BYTES;
      }
      drive(ownWrites);
    }
    return taken;
  }

  private void drive(long ownWrites) {
    while (raft.hasReady()) {
      Ready ready = raft.ready();
      for (Send send : ready.sends()) {
        if (send.message() instanceof AppendEntries request) {
          raft.receive(
              send.to(),
              new AppendEntriesResponse(
                  request.term(), true, request.lastVerified(), request.sequence()));
        }
      }
      if (ready.persist().isPresent() && ownWrites > 0) {
        persisted++;
        raft.persisted(persisted);
      }
    }
  }
}
