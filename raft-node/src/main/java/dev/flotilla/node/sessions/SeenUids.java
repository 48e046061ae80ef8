package dev.flotilla.node.sessions;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Tells the group thread which uids may have been executed lately, so that a retry is answered
 * without another entry in the log.
 *
 * <p>The apply thread marks, the group thread asks; no locks. A table of hashes in which the newer
 * overwrites the older: a yes may be wrong, and is checked in the {@link ExecutionWindow}; a no may
 * be wrong or late, and costs one entry that apply recognises as a duplicate. Nothing that must be
 * right depends on it.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SeenUids {
  private static final int SLOTS = 1 << 18;

  private final AtomicIntegerArray hashes = new AtomicIntegerArray(SLOTS);

  public void mark(int uidHash) {
    hashes.setOpaque(slot(uidHash), uidHash);
  }

  public boolean mayContain(int uidHash) {
    return hashes.getOpaque(slot(uidHash)) == uidHash;
  }

  private static int slot(int uidHash) {
    return uidHash & (SLOTS - 1);
  }
}
