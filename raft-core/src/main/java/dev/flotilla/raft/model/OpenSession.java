package dev.flotilla.raft.model;

/**
 * Opens a client's session (thesis §6.3). The session's id is the index of the first committed
 * entry that opens it under the uid.
 *
 * @param uid identifies the request: as long as its session lives, the same uid is answered with it
 */
public record OpenSession(String uid) implements ClientPayload {
  private static final int OVERHEAD_BYTES = 32;

  /** Rejects an empty or overlong uid. */
  public OpenSession {
    Command.requireUid(uid);
  }

  @Override
  public int sinceVersion() {
    return ProtocolVersions.SESSIONS;
  }

  @Override
  public int sizeBytes() {
    return OVERHEAD_BYTES + uid.length();
  }
}
