package dev.flotilla.dpws.discovery;

import org.jspecify.annotations.Nullable;

/**
 * The place of a message among its sender's messages (WS-Discovery 1.1, section 7).
 *
 * <p>The standard has unsigned 32-bit numbers. Some stacks (Apache CXF) send milliseconds as their
 * InstanceId; what is read may be as large as a long, so that such a device is heard.
 *
 * @param instanceId grows with each start of the sender; not negative
 * @param sequenceId tells sequences of one instance apart; messages of different ones have no order
 * @param messageNumber grows with each message of the sequence; not negative
 */
record AppSequence(long instanceId, @Nullable String sequenceId, long messageNumber) {
  private static final long MAX_UNSIGNED_INT = 0xFFFF_FFFFL;

  AppSequence {
    requireNotNegative("InstanceId", instanceId);
    requireNotNegative("MessageNumber", messageNumber);
    if (sequenceId != null) {
      Target.requireUri("SequenceId", sequenceId);
    }
  }

  private static void requireNotNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("%s %s must not be negative".formatted(name, value));
    }
  }

  static void requireUnsignedInt(String name, long value) {
    if (value < 0 || value > MAX_UNSIGNED_INT) {
      throw new IllegalArgumentException(
          "%s %s must be within 0..%s".formatted(name, value, MAX_UNSIGNED_INT));
    }
  }
}
