package dev.flotilla.node.sessions;

/**
 * Hashes uids with a secret of this process, so that a client cannot choose uids that collide.
 *
 * <p>Internal: public only for the other packages of raft-node.
 *
 * @param seed the secret
 */
public record UidHash(long seed) {
  private static final long PRIME = 0x9e37_79b9_7f4a_7c15L;

  /** Never 0, so that 0 can stand for nothing. */
  public int of(String uid) {
    long hash = seed;
    for (int i = 0; i < uid.length(); i++) {
      hash = (hash ^ uid.charAt(i)) * PRIME;
      hash ^= hash >>> 32;
    }
    return (int) hash == 0 ? 1 : (int) hash;
  }
}
