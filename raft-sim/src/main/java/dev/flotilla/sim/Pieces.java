package dev.flotilla.sim;

import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Which snapshot every piece belongs to that a leader has sent: the answer does not tell. */
final class Pieces {
  /** Pieces that are remembered; answers to older ones acknowledge nothing. */
  private static final int MAX_PIECES = 1_000;

  private record Piece(Member leader, Member follower, long term, long sequence) {}

  private final Map<Piece, LogPosition> sent = new LinkedHashMap<>();

  void sent(Member leader, Member follower, InstallSnapshot piece) {
    sent.put(new Piece(leader, follower, piece.term(), piece.sequence()), piece.snapshot().last());
    if (sent.size() > MAX_PIECES) {
      sent.remove(sent.keySet().iterator().next());
    }
  }

  /** Up to where a follower says that it holds everything; empty if it does not. */
  Optional<LogPosition> acknowledged(
      Member follower, Member leader, InstallSnapshotResponse answer) {
    return answer.done()
        ? Optional.ofNullable(
            sent.get(new Piece(leader, follower, answer.term(), answer.sequence())))
        : Optional.empty();
  }
}
