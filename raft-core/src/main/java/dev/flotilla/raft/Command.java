package dev.flotilla.raft;

/**
 * A client's command to the replicated state machine, with the paper's field names.
 *
 * @param uid identifies the request: whatever is sent under one uid is executed once
 * @param command the operation
 * @param parameters its parameters, opaque here
 */
public record Command(String uid, String command, Bytes parameters) implements Payload {
  /** The longest uid, in characters. */
  public static final int MAX_UID_CHARS = 256;

  private static final int OVERHEAD_BYTES = 48;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** Rejects an empty or overlong uid. */
  public Command {
    if (uid.isEmpty() || uid.length() > MAX_UID_CHARS) {
      throw new IllegalArgumentException(
          "a uid has 1 to " + MAX_UID_CHARS + " characters, this one has " + uid.length());
    }
  }

  @Override
  public int sizeBytes() {
    return OVERHEAD_BYTES + uid.length() + command.length() + parameters.size();
  }

  /**
   * A 64-bit FNV-1a hash of command and parameters, the same in every JVM: tells a retry from
   * another command under the same uid.
   */
  public long fingerprint() {
    long hash = FNV_OFFSET;
    for (int i = 0; i < command.length(); i++) {
      hash = (hash ^ command.charAt(i)) * FNV_PRIME;
    }
    hash = (hash ^ 0xffff_ffffL) * FNV_PRIME;
    for (int i = 0; i < parameters.size(); i++) {
      hash = (hash ^ (parameters.at(i) & 0xff)) * FNV_PRIME;
    }
    return hash;
  }
}
