package dev.flotilla.raft.progress;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What this server knows of the other members from its terms of leadership: which committed entries
 * each has confirmed as synced, and who has lost such entries. A committed entry stays where it is
 * in every later term, so a member never loses it unless its disk does.
 *
 * <p>Outlives roles and terms; lost at a restart. Bounded by the members of one configuration.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Confirmations {
  private final Map<Member, LogPosition> committed = new TreeMap<>();
  private final Map<Member, LostEntries> lost = new TreeMap<>();
  private List<LostEntries> losses = List.of();

  /** A member has confirmed a committed entry. */
  public void confirmed(Member member, LogPosition position) {
    committed.merge(
        member, position, (known, newer) -> newer.index() > known.index() ? newer : known);
  }

  /**
   * The last committed entry that a member has confirmed, or what it has lost; the origin if
   * nothing is known.
   */
  public LogPosition of(Member member) {
    LostEntries loss = lost.get(member);
    return loss == null ? committed.getOrDefault(member, LogPosition.ORIGIN) : loss.confirmed();
  }

  /** A member has lost entries. It counts for nothing until it is replaced. */
  public void lost(LostEntries entries) {
    lost.put(entries.member(), entries);
    losses = List.copyOf(lost.values());
  }

  /**
   * A member has shown that it holds what it had confirmed, after all: two processes with copies of
   * one directory take turns in answering.
   */
  public void holdsAgain(Member member) {
    lost.remove(member);
    losses = List.copyOf(lost.values());
  }

  public boolean hasLost(Member member) {
    return lost.containsKey(member);
  }

  /** Who has lost entries. */
  public List<LostEntries> losses() {
    return losses;
  }

  /** Members that no configuration names any more are forgotten. */
  public void keepOnly(Configuration configuration) {
    committed.keySet().removeIf(member -> !configuration.isMember(member));
    if (lost.keySet().removeIf(member -> !configuration.isMember(member))) {
      losses = List.copyOf(lost.values());
    }
  }
}
