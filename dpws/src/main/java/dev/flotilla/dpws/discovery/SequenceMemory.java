package dev.flotilla.dpws.discovery;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells late messages of a sender from new ones by their AppSequence (WS-Discovery 1.1, section 7).
 *
 * <p>A datagram cannot be late by more than {@link #LATE_NANOS}, so that what was heard longer ago
 * is no reason to refuse one. That is what bounds the harm of a forged InstanceId, and of a device
 * whose clock was set back. Senders are told apart by address, too: a proxy may speak of a device.
 */
final class SequenceMemory {
  /** The longest answer delay, every retransmission, and room: MATCH_TIMEOUT of DPWS 1.1, 10 s. */
  static final long LATE_NANOS = 10_000_000_000L;

  /** What an AppSequence says of a message. */
  enum Age {
    /** Newer than anything heard, or without an order. */
    NEW,
    /** A newer one of the same instance has overtaken it. */
    OVERTAKEN,
    /** Its sender has restarted since. */
    FORMER_INSTANCE
  }

  private record Sender(InetAddress address, String endpointReference) {}

  private record Heard(AppSequence sequence, long atNanos) {}

  private final int capacitySenders;
  private final Map<Sender, Heard> latest = new LinkedHashMap<>();

  SequenceMemory(int capacitySenders) {
    this.capacitySenders = capacitySenders;
  }

  /** Judges a message and takes it down if it is new. */
  Age judge(
      InetAddress address,
      String endpointReference,
      @Nullable AppSequence sequence,
      long nowNanos) {
    if (sequence == null) {
      return Age.NEW;
    }
    Sender sender = new Sender(address, endpointReference);
    Heard heard = latest.get(sender);
    if (heard != null && nowNanos - heard.atNanos <= LATE_NANOS) {
      Age age = age(sequence, heard.sequence);
      if (age != Age.NEW) {
        return age;
      }
    }
    latest.remove(sender);
    latest.put(sender, new Heard(sequence, nowNanos));
    if (latest.size() > capacitySenders) {
      latest.remove(latest.keySet().iterator().next());
    }
    return Age.NEW;
  }

  private static Age age(AppSequence message, AppSequence heard) {
    if (message.instanceId() != heard.instanceId()) {
      return message.instanceId() > heard.instanceId() ? Age.NEW : Age.FORMER_INSTANCE;
    }
    boolean ordered = Objects.equals(message.sequenceId(), heard.sequenceId());
    return ordered && message.messageNumber() <= heard.messageNumber() ? Age.OVERTAKEN : Age.NEW;
  }
}
