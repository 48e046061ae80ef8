package dev.flotilla.client.dpws;

import dev.flotilla.client.RefusalReason;
import java.net.URI;
import java.util.Optional;

/**
 * How one attempt at one server has ended. Exactly one of these methods is called, on an event
 * loop.
 *
 * @param <A> the answer of a leader
 */
public interface Attempt<A> {
  /** A leader has answered. */
  void answered(A answer);

  /** The server does not lead; it may know who does. */
  void notLeader(Optional<URI> leader);

  /** Certainly not executed by this attempt. */
  void refused(RefusalReason reason, String detail);

  /** It may have been executed by this attempt. */
  void perhaps(String detail);
}
