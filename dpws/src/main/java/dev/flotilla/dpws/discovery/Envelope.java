package dev.flotilla.dpws.discovery;

import org.jspecify.annotations.Nullable;

/**
 * A message with the headers that discovery needs.
 *
 * @param messageId names this message; its retransmissions carry the same
 * @param relatesTo the MessageID that this answers, if it is an answer
 * @param sequence its place among its sender's messages; some foreign stacks send none
 */
record Envelope(
    String messageId,
    @Nullable String relatesTo,
    @Nullable AppSequence sequence,
    DiscoveryMessage message) {
  Envelope {
    Target.requireUri("MessageID", messageId);
    if (relatesTo != null) {
      Target.requireUri("RelatesTo", relatesTo);
    }
  }
}
