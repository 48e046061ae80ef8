package dev.flotilla.node;

import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.progress.LostEntries;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what an operator must know of the protocol: why this server gave up its term of leadership,
 * and messages that contradict what it knows. The group thread.
 *
 * <p>Whoever can send messages can cause contradictions, so only the first ones of each kind are
 * logged, and then each time that their number has doubled.
 */
final class ProtocolWarnings {
  private static final Logger LOG = LoggerFactory.getLogger(RaftNode.class);
  private static final long ALWAYS_LOGGED = 8;

  private final String node;
  private Optional<String> resignation = Optional.empty();
  private Contradictions met = Contradictions.NONE;
  private List<LostEntries> losses = List.of();
  private long lossChanges;

  ProtocolWarnings(String node) {
    this.node = node;
  }

  void see(RaftStatus now) {
    if (!now.losses().equals(losses)) {
      tellOfLosses(now.losses());
      losses = now.losses();
    }
    if (!now.resignation().equals(resignation)) {
      resignation = now.resignation();
      resignation.ifPresent(
          reason -> LOG.warn("{} resigns as leader of term {}: {}", node, now.term(), reason));
    }
    if (!now.contradictions().equals(met)) {
      tell(now.contradictions());
      met = now.contradictions();
    }
  }

  /** Two servers with copies of one directory could take turns for ever. */
  private void tellOfLosses(List<LostEntries> now) {
    lossChanges++;
    if (!isDue(lossChanges - 1, lossChanges)) {
      return;
    }
    for (LostEntries loss : now) {
      if (!losses.contains(loss)) {
        LOG.error("{}: {}. It counts for no majority until it is replaced", node, loss);
      }
    }
    for (LostEntries loss : losses) {
      if (now.stream().noneMatch(it -> it.member().equals(loss.member()))) {
        LOG.warn(
            "{}: {} no longer lacks entries, or is no member any more. If it is a member, two"
                + " servers may run with copies of its directory",
            node,
            loss.member());
      }
    }
  }

  /** A leader that cannot send its log has resigned. */
  void tell(Unsendable unsendable) {
    LOG.error("{} cannot send its log to the other members: {}", node, unsendable);
  }

  private void tell(Contradictions now) {
    if (isDue(met.divergences(), now.divergences())) {
      LOG.error(
          "{} refused a message that disagrees about what is committed here ({} so far): {};"
              + " data may be lost, compare the logs of the members",
          node,
          now.divergences(),
          now.last());
    } else if (isDue(met.refused(), now.refused())) {
      LOG.warn(
          "{} refused a message that contradicts the protocol ({} so far): {}",
          node,
          now.refused(),
          now.last());
    }
  }

  private static boolean isDue(long before, long now) {
    return now > before
        && (now <= ALWAYS_LOGGED || Long.highestOneBit(now) > Long.highestOneBit(before));
  }
}
