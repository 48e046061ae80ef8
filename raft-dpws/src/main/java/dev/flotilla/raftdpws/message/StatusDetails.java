package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.options.Timing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a server's status that not every server has. Immutable; any thread.
 *
 * @param snapshot its snapshots, once it serves
 * @param distances how far the other members are behind, while it leads
 * @param timing its configured election timeout and heartbeat, once it serves
 * @param contradictions what received messages have contradicted since it started
 * @param certificateEnds when its own certificate expires; absent without keys
 * @param facts named values
 */
public record StatusDetails(
    Optional<SnapshotStatus> snapshot,
    List<FollowerStatus> distances,
    Optional<Timing> timing,
    Contradictions contradictions,
    Optional<Instant> certificateEnds,
    StatusFacts facts) {
  /** No details. */
  public static final StatusDetails NONE =
      new StatusDetails(
          Optional.empty(),
          List.of(),
          Optional.empty(),
          Contradictions.NONE,
          Optional.empty(),
          StatusFacts.NONE);

  /** Copies the list of distances. */
  public StatusDetails {
    distances = List.copyOf(distances);
  }

  /** Returns these details with the distances of a leader's followers. */
  public StatusDetails withDistances(List<FollowerStatus> followers) {
    return new StatusDetails(snapshot, followers, timing, contradictions, certificateEnds, facts);
  }

  /** Returns these details with a configured election timeout and heartbeat. */
  public StatusDetails withTiming(Timing configured) {
    return new StatusDetails(
        snapshot, distances, Optional.of(configured), contradictions, certificateEnds, facts);
  }

  /** Returns these details with the end of the server's certificate. */
  public StatusDetails withCertificateEnds(Instant end) {
    return new StatusDetails(snapshot, distances, timing, contradictions, Optional.of(end), facts);
  }

  /** Returns these details with other facts. */
  public StatusDetails withFacts(StatusFacts named) {
    return new StatusDetails(snapshot, distances, timing, contradictions, certificateEnds, named);
  }
}
