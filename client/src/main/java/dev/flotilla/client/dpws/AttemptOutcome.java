package dev.flotilla.client.dpws;

import dev.flotilla.client.CommandOutcome.Reason;
import java.net.URI;
import java.util.Optional;

/**
 * What one attempt at one server says.
 *
 * @param <T> the answer of a leader
 */
public sealed interface AttemptOutcome<T> {
  /** A leader's answer: the end of the call. */
  record Answered<T>(T answer) implements AttemptOutcome<T> {}

  /** The server does not lead; it may know who does. */
  record NotLeader<T>(Optional<URI> leader) implements AttemptOutcome<T> {}

  /** Certainly not executed by this attempt; a later one may be. */
  record NotNow<T>(Reason reason, String detail) implements AttemptOutcome<T> {}

  /** Certainly not executed by this attempt, and no use to repeat. */
  record Never<T>(Reason reason, String detail) implements AttemptOutcome<T> {}

  /** It may have been executed by this attempt. */
  record Perhaps<T>(String detail) implements AttemptOutcome<T> {}
}
