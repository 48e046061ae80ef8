package dev.flotilla.raft.quorum;

import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;

/**
 * Who has granted a vote, or would.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class VoteTally {
  private final Quorum quorum;
  private final List<Member> granted = new ArrayList<>();

  public VoteTally(Quorum quorum) {
    this.quorum = quorum;
  }

  public void grant(Member voter) {
    if (!granted.contains(voter)) {
      granted.add(voter);
    }
  }

  public boolean hasGranted(Member voter) {
    return granted.contains(voter);
  }

  public boolean isWon() {
    return quorum.hasReached(granted::contains);
  }
}
