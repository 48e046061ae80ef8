package dev.flotilla.raft.model;

import java.util.Optional;

/**
 * A client's command to the replicated state machine, with the paper's field names.
 *
 * @param uid identifies the request: whatever is sent under one uid is executed once
 * @param command the operation
 * @param parameters its parameters, opaque here
 * @param session which command of a session it is; without one, the uid alone decides whether it
 *     was executed before, among the last 100,000 such commands
 */
public record Command(String uid, String command, Bytes parameters, Optional<SessionTag> session)
    implements ClientPayload {
  private static final int OVERHEAD_BYTES = 48;
  private static final int SESSION_BYTES = 40;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;

  /** Rejects an empty or overlong uid. */
  public Command {
    requireUid(uid);
  }

  /** A command without a session. */
  public Command(String uid, String command, Bytes parameters) {
    this(uid, command, parameters, Optional.empty());
  }

  /** The same command as one of a session. */
  public Command in(SessionTag tag) {
    return new Command(uid, command, parameters, Optional.of(tag));
  }

  static void requireUid(String uid) {
    if (uid.isEmpty() || uid.length() > MAX_UID_CHARS) {
      throw new IllegalArgumentException(
          "a uid has 1 to " + MAX_UID_CHARS + " characters, this one has " + uid.length());
    }
  }

  /** Whether the other is an attempt at the same: what its sender has been answered may differ. */
  public boolean isSameRequest(Command other) {
    return uid.equals(other.uid)
        && command.equals(other.command)
        && parameters.equals(other.parameters)
        && sessionAndSequence().equals(other.sessionAndSequence());
  }

  private Optional<SessionTag> sessionAndSequence() {
    return session.map(tag -> new SessionTag(tag.session(), tag.sequence(), 1));
  }

  @Override
  public int sinceVersion() {
    return session.isPresent() ? ProtocolVersions.SESSIONS : ProtocolVersions.FIRST;
  }

  @Override
  public int sizeBytes() {
    int tagBytes = session.isPresent() ? SESSION_BYTES : 0;
    return OVERHEAD_BYTES + tagBytes + uid.length() + command.length() + parameters.size();
  }

  /**
   * A 64-bit FNV-1a hash of command and parameters, the same in every JVM: tells a retry from
   * another command under the same uid or number.
   *
   * <p>It finds mistakes, not malice: whoever knows a uid or a session's number beforehand can make
   * another command of the same hash, and then gets the first one's result instead of {@code
   * invalid}. The result is no secret from whoever knows the uid, since anyone may read it.
   */
  public long fingerprint() {
    long hash = FNV_OFFSET;
    for (int i = 0; i < command.length(); i++) {
      hash = (hash ^ command.charAt(i)) * Bytes.FNV_PRIME;
    }
    return parameters.fnv((hash ^ 0xffff_ffffL) * Bytes.FNV_PRIME);
  }
}
