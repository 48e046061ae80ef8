package dev.flotilla.raft;

import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.List;
import java.util.Optional;

/**
 * Whether this server's log may lack commands because it was a witness's. Then it stays one as long
 * as it has this directory, also when it was removed meanwhile: as a full member it would count as
 * a copy of what it never had (safety rule 8).
 *
 * <p>The mark is durable with the first thing that rests on it, and apart from the log: that may be
 * compacted past every configuration that said so.
 */
final class WitnessMark {
  private final Replica replica;

  /** See {@link DurableState#isMarkedWitness}. */
  boolean isSet;

  /**
   * Takes what the disk holds.
   *
   * @param founders what governs where the log holds nothing else
   */
  WitnessMark(Replica replica, Configuration founders, DurableState state) {
    this.replica = replica;
    isSet = state.isMarkedWitness();
    state.snapshot().ifPresent(this::note);
    note(state.snapshot().map(SnapshotMetadata::configuration).orElse(founders));
    state.configurations().forEach(logged -> note(logged.configuration()));
    requireNoFullMember(replica.configuration);
  }

  /** Whether an entry with this payload may make a witness, or a full member, of a server. */
  static boolean mayConcern(Payload payload) {
    return payload instanceof WitnessEntry || payload instanceof Configuration;
  }

  /** An entry with this payload is taken into the log. */
  void appended(Payload payload) {
    if (payload instanceof WitnessEntry) {
      set();
    } else if (payload instanceof Configuration configuration) {
      take(configuration);
    }
  }

  /**
   * Whether a snapshot may take the place of the log. Who is no full member any more by one without
   * state may not know that yet.
   */
  boolean mayTake(SnapshotMetadata snapshot) {
    return snapshot.holdsState() || !snapshot.configuration().isFullMember(replica.self);
  }

  /**
   * Why this server cannot take these entries into its log, if it cannot.
   *
   * @param fresh what follows an entry that the log has
   */
  Optional<String> objection(List<Entry> fresh) {
    Member self = replica.self;
    boolean isWitness = isSet;
    Configuration members = replica.log.configurations().at(fresh.get(0).index() - 1);
    for (Entry entry : fresh) {
      if (entry.payload() instanceof Configuration configuration) {
        members = configuration;
        isWitness |= configuration.isWitness(self);
      } else if (entry.payload() instanceof WitnessEntry) {
        isWitness = true;
      }
      if (isWitness && members.isFullMember(self)) {
        return Optional.of(notFull());
      }
    }
    return Optional.empty();
  }

  /** The same of a snapshot that takes the place of the log. */
  Optional<String> objection(SnapshotMetadata snapshot) {
    boolean isFull = snapshot.configuration().isFullMember(replica.self);
    return isSet && isFull ? Optional.of(notFull()) : Optional.empty();
  }

  /** The log begins anew after a snapshot. */
  void resetTo(SnapshotMetadata snapshot) {
    note(snapshot);
    take(snapshot.configuration());
  }

  private void take(Configuration configuration) {
    note(configuration);
    requireNoFullMember(configuration);
  }

  private void note(SnapshotMetadata snapshot) {
    if (!snapshot.holdsState()) {
      set();
    }
  }

  private void note(Configuration configuration) {
    if (configuration.isWitness(replica.self)) {
      set();
    }
  }

  private void set() {
    if (!isSet) {
      isSet = true;
      replica.effects.write(new SnapshotStep.MarkWitness());
    }
  }

  private void requireNoFullMember(Configuration configuration) {
    if (isSet && configuration.isFullMember(replica.self)) {
      throw new InvariantViolation(notFull());
    }
  }

  private String notFull() {
    return replica.self
        + " was a witness and holds no commands, so it cannot be a full member; start the"
        + " server with an empty directory, and add it as the new member that it is then";
  }
}
