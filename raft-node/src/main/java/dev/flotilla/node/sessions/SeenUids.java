package dev.flotilla.node.sessions;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Tells the group thread which uids may have been executed lately, so that a retry is answered
 * without another entry in the log. It goes by hashes of them with a secret of this process, so
 * that a client cannot choose uids that collide.
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
  private static final long PRIME = 0x9e37_79b9_7f4a_7c15L;

  private final long seed;
  private final AtomicIntegerArray hashes = new AtomicIntegerArray(SLOTS);

  /**
   * Has seen none yet.
   *
   * @param seed the secret
   */
  public SeenUids(long seed) {
    this.seed = seed;
  }

  /** Never 0, so that 0 can stand for nothing. */
  int hashOf(String uid) {
    long hash = seed;
    for (int i = 0; i < uid.length(); i++) {
      hash = (hash ^ uid.charAt(i)) * PRIME;
      hash ^= hash >>> 32;
    }
    return (int) hash == 0 ? 1 : (int) hash;
  }

  void mark(String uid) {
    int hash = hashOf(uid);
    hashes.setOpaque(hash & (SLOTS - 1), hash);
  }

  /** Whether a command may have been executed under this uid. */
  public boolean mayContain(String uid) {
    int hash = hashOf(uid);
    return hashes.getOpaque(hash & (SLOTS - 1)) == hash;
  }
}
