package dev.flotilla.raft;

import java.util.ArrayList;
import java.util.List;

/** Who has granted a vote, or would. */
final class VoteTally {
  private final Quorum quorum;
  private final List<Member> granted = new ArrayList<>();

  VoteTally(Quorum quorum) {
    this.quorum = quorum;
  }

  void grant(Member voter) {
    if (!granted.contains(voter)) {
      granted.add(voter);
    }
  }

  boolean hasGranted(Member voter) {
    return granted.contains(voter);
  }

  boolean isWon() {
    return quorum.hasReached(granted::contains);
  }
}
