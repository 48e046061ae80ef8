package dev.flotilla.node;

import dev.flotilla.raft.progress.LostEntries;

/**
 * A leader has shown that this member's log lacks entries which the member had confirmed as synced.
 * The node stops, and notes it in the data directory: opened again, that is damaged, so the server
 * comes back as another incarnation, or refuses (safety rule 2).
 */
public final class EntriesLost extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long firstLostIndex;

  EntriesLost(LostEntries entries) {
    super(
        "the log ends before entry %s of term %s, which this server had confirmed; its directory is an older copy, or its disk loses what it confirms"
            .formatted(entries.confirmed().index(), entries.confirmed().term()));
    this.firstLostIndex = entries.lastHeld() + 1;
  }

  /** The first entry that may be lost. */
  long firstLostIndex() {
    return firstLostIndex;
  }
}
