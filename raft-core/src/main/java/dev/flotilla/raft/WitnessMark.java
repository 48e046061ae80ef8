package dev.flotilla.raft;

/**
 * Whether this server's log may lack commands because it was a witness's. Then it stays one as long
 * as it has this directory, also when it was removed meanwhile: as a full member it would count as
 * a copy of what it never had (safety rule 8).
 */
final class WitnessMark {
  private final Member self;
  private boolean isSet;

  /**
   * Takes what the disk holds.
   *
   * @param founders what governs where the log holds nothing else
   */
  WitnessMark(Member self, Configuration founders, DurableState state) {
    this.self = self;
    Configuration first = state.snapshot().map(SnapshotMetadata::configuration).orElse(founders);
    isSet = first.isWitness(self);
    state.configurations().forEach(logged -> take(logged.configuration()));
  }

  /** An entry is taken into the log. */
  void appended(Entry entry) {
    if (entry.payload() instanceof Withheld) {
      isSet = true;
    } else if (entry.payload() instanceof Configuration configuration) {
      take(configuration);
    }
  }

  /** The log begins anew after a snapshot. */
  void resetTo(SnapshotMetadata snapshot) {
    take(snapshot.configuration());
  }

  private void take(Configuration configuration) {
    if (configuration.isWitness(self)) {
      isSet = true;
    } else if (isSet && configuration.isMember(self)) {
      throw new InvariantViolation(
          self
              + " was a witness and holds no commands, so it cannot be a full member; start the"
              + " server with an empty directory, and add it as the new member that it is then");
    }
  }
}
