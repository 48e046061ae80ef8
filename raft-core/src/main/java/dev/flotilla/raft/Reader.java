package dev.flotilla.raft;

import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** Who waits for a leader to confirm that it still leads. */
sealed interface Reader {
  /** Everything up to the index must be applied before the answer. */
  void confirmed(long index, Replica replica);

  /** The leader has left its office. */
  void refused(Optional<Member> leader, Replica replica);

  /** A client of this server. */
  record Client(long readId) implements Reader {
    @Override
    public void confirmed(long index, Replica replica) {
      replica.effects.read(new ReadOutcome.Confirmed(readId, index));
    }

    @Override
    public void refused(Optional<Member> leader, Replica replica) {
      replica.effects.read(new ReadOutcome.Refused(readId, leader));
    }
  }

  /** A follower that has reads of its own. */
  record Peer(Member member, ReadIndex request) implements Reader {
    @Override
    public void confirmed(long index, Replica replica) {
      answer(true, index, replica);
    }

    @Override
    public void refused(Optional<Member> leader, Replica replica) {
      answer(false, 0, replica);
    }

    private void answer(boolean success, long index, Replica replica) {
      replica.send(
          member,
          new ReadIndexResponse(replica.term, success, index, request.round(), request.sequence()));
    }
  }
}
