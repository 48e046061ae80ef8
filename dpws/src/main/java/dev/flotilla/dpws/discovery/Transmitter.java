package dev.flotilla.dpws.discovery;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gives messages their identity and order, and sends each as often as SOAP-over-UDP asks. */
final class Transmitter {
  /** MAX_UDP_ENVELOPE_SIZE of DPWS 1.1: what every device must accept, and so all that we send. */
  static final int MAX_DATAGRAM_BYTES = 4_096;

  private static final long MAX_UNSIGNED_INT = 0xFFFF_FFFFL;

  private final Consumer<byte[]> group;
  private final TimerQueue agenda;
  private final Retransmission retransmission;
  private final RandomGenerator random;
  private final long instanceId;
  // Tells two starts within one second apart: their message numbers have no common order.
  private final String sequenceId;
  private long messageNumber;

  Transmitter(
      Consumer<byte[]> group,
      TimerQueue agenda,
      Retransmission retransmission,
      RandomGenerator random,
      long instanceId) {
    this.group = group;
    this.agenda = agenda;
    this.retransmission = retransmission;
    this.random = random;
    this.instanceId = instanceId;
    this.sequenceId = newUri();
  }

  /**
   * Refuses a message that no datagram can carry, with all the headers that it may get.
   *
   * @throws IllegalArgumentException when it is too long, or holds what XML cannot carry
   */
  static void requireSendable(DiscoveryMessage message) {
    String id = "urn:uuid:" + new UUID(0, 0);
    AppSequence sequence = new AppSequence(MAX_UNSIGNED_INT, id, MAX_UNSIGNED_INT);
    int bytes = EnvelopeCodec.write(new Envelope(id, id, sequence, message)).length;
    if (bytes > MAX_DATAGRAM_BYTES) {
      throw new IllegalArgumentException(
          "a %s of %s bytes exceeds the %s that a device must accept in a datagram (DPWS 1.1,"
                  .formatted(message.getClass().getSimpleName(), bytes, MAX_DATAGRAM_BYTES)
              + " MAX_UDP_ENVELOPE_SIZE): use fewer or shorter types, scopes and addresses");
    }
  }

  /** Sends to the group, now and again later; returns the MessageID that answers will relate to. */
  String multicast(DiscoveryMessage message) {
    Envelope envelope = new Envelope(newUri(), null, sequenceOf(message), message);
    byte[] datagram = EnvelopeCodec.write(envelope);
    group.accept(datagram);
    if (message instanceof DiscoveryMessage.Bye) {
      // What is said last is repeated even if everything else has ended.
      later(pauseNanos -> agenda.afterEvenIfCleared(pauseNanos, () -> group.accept(datagram)));
    } else {
      repeat(datagram, group);
    }
    return envelope.messageId();
  }

  /**
   * Sends the first of the answers that the asker may be sent, now, and again later if both fit, or
   * when the second copy of the question has come; nothing if none fits.
   */
  void answer(Stream<? extends DiscoveryMessage> shorterAndShorter, Asker asker) {
    Optional<byte[]> fitting =
        shorterAndShorter
            .map(message -> new Envelope(newUri(), asker.messageId(), sequenceOf(message), message))
            .map(EnvelopeCodec::write)
            .filter(datagram -> datagram.length <= asker.maxAnswerBytes())
            .findFirst();
    if (fitting.isPresent()) {
      byte[] datagram = fitting.get();
      asker.path().send(datagram);
      int totalBytes = (1 + retransmission.repeats()) * datagram.length;
      if (totalBytes <= asker.maxAnswerBytes()) {
        repeat(datagram, asker.path()::send);
      } else {
        asker.withhold(totalBytes, () -> repeat(datagram, asker.path()::send));
      }
    }
  }

  private void repeat(byte[] datagram, Consumer<byte[]> out) {
    later(pauseNanos -> agenda.after(pauseNanos, () -> out.accept(datagram)));
  }

  private void later(LongConsumer repetition) {
    long laterNanos = 0;
    for (long pauseNanos : retransmission.pausesNanos(random)) {
      laterNanos += pauseNanos;
      repetition.accept(laterNanos);
    }
  }

  // Numbered when it is sent, not when it is scheduled, so that numbers arrive in order.
  private @Nullable AppSequence sequenceOf(DiscoveryMessage message) {
    boolean asks = message instanceof Probe || message instanceof DiscoveryMessage.Resolve;
    return asks ? null : new AppSequence(instanceId, sequenceId, ++messageNumber);
  }

  private String newUri() {
    // The marks of a random UUID (RFC 4122, section 4.4).
    long high = (random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L;
    long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return "urn:uuid:" + new UUID(high, low);
  }
}
