package dev.flotilla.raft.model;

/**
 * From here on the group takes commands of this version of the application's command set (safety
 * rule 12). A leader appends it when every member has reported that its program knows the version;
 * it is in force once committed, and never taken back.
 *
 * @param version 2 or more; 1 is in force from the first entry
 */
public record ActivateCommands(int version) implements Payload {
  private static final int SIZE_BYTES = 16;

  /** Rejects versions that need no activation. */
  public ActivateCommands {
    if (version < 2 || version > NumberLimits.MAX_VERSION) {
      throw new IllegalArgumentException(
          "version %s of the commands cannot be activated; use 2 to %s"
              .formatted(version, NumberLimits.MAX_VERSION));
    }
  }

  @Override
  public int sizeBytes() {
    return SIZE_BYTES;
  }
}
