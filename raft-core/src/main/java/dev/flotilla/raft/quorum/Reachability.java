package dev.flotilla.raft.quorum;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.Set;
import java.util.TreeSet;

/**
 * The members that this server could not call lately at the address that each of them names. Such a
 * member may still send requests and get their responses, so it could win an election and keep its
 * term of leadership by heartbeats, while no client reaches it. Unknown counts as callable.
 *
 * <p>Outlives roles and terms; lost at a restart.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Reachability {
  /** More members are not remembered; a configuration names fewer. */
  public static final int MAX_MEMBERS = 4 * Configuration.MAX_MEMBERS;

  private final Set<Member> uncallable = new TreeSet<>();

  public void note(Member member, boolean callable) {
    if (callable) {
      uncallable.remove(member);
    } else if (uncallable.size() < MAX_MEMBERS) {
      uncallable.add(member);
    }
  }

  /** Members that no configuration names any more are forgotten. */
  public void keepOnly(Configuration configuration) {
    if (!uncallable.isEmpty()) {
      uncallable.removeIf(member -> !configuration.isMember(member));
    }
  }

  public boolean isCallable(Member member) {
    return !uncallable.contains(member);
  }
}
