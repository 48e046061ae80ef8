package dev.flotilla.dpws.discovery;

import org.jspecify.annotations.Nullable;

/**
 * The place of a message among its sender's messages (WS-Discovery 1.1, section 7).
 *
 * @param instanceId grows with each start of the sender; an unsigned 32-bit number
 * @param sequenceId tells sequences of one instance apart; messages of different ones have no order
 * @param messageNumber grows with each message of the sequence; an unsigned 32-bit number
 */
record AppSequence(long instanceId, @Nullable String sequenceId, long messageNumber) {
  private static final long MAX_UNSIGNED_INT = 0xFFFF_FFFFL;

  AppSequence {
    requireUnsignedInt("InstanceId", instanceId);
    requireUnsignedInt("MessageNumber", messageNumber);
    if (sequenceId != null) {
      Target.requireUri("SequenceId", sequenceId);
    }
  }

  static void requireUnsignedInt(String name, long value) {
    if (value < 0 || value > MAX_UNSIGNED_INT) {
      throw new IllegalArgumentException(
          "%s %s must be within 0..%s".formatted(name, value, MAX_UNSIGNED_INT));
    }
  }
}
