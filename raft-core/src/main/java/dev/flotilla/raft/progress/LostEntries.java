package dev.flotilla.raft.progress;

import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;

/**
 * Evidence that a member has lost entries which it had confirmed as synced: an older copy of its
 * directory, or a disk that confirms a force and loses it. Its vote has ended (safety rule 2).
 *
 * @param member who has lost them, under this incarnation
 * @param confirmed the last position that it had confirmed
 * @param lastHeld the last entry that its log may still hold
 */
public record LostEntries(Member member, LogPosition confirmed, long lastHeld) {
  /** For people, in one line. */
  @Override
  public String toString() {
    return "%s has lost log entries that it had confirmed: up to %s, and now has at most entry %s"
        .formatted(member, confirmed, lastHeld);
  }
}
