package dev.flotilla.raft.model;

/**
 * From here on the group uses what this version of the protocol brings (safety rule 12). A leader
 * appends it when every member has said that it knows the version; it is in force once committed,
 * and never taken back.
 *
 * @param version 2 or more; 1 is in force from the first entry
 */
public record ActivateVersion(int version) implements Payload {
  private static final int SIZE_BYTES = 16;

  /** Rejects versions that need no activation. */
  public ActivateVersion {
    if (version < 2 || version > NumberLimits.MAX_VERSION) {
      throw new IllegalArgumentException("version " + version + " cannot be activated");
    }
  }

  @Override
  public int sizeBytes() {
    return SIZE_BYTES;
  }
}
