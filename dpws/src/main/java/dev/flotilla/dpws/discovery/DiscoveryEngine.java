package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Bye;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Hello;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import dev.flotilla.dpws.discovery.DiscoveryMessage.ResolveMatches;
import dev.flotilla.dpws.xml.XmlException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The protocol, with time, randomness and sending from outside: one thread feeds it datagrams and
 * the clock. It throws nothing, whatever it is fed.
 */
final class DiscoveryEngine {
  static final int MAX_DATAGRAM_BYTES = 16 << 10;
  static final int MAX_REMEMBERED_MESSAGES = 4_096;
  static final int MAX_REMEMBERED_SENDERS = 4_096;

  /** Datagrams that are parsed: of the group in all, as many answers, and of one source address. */
  static final int DATAGRAMS_PER_SECOND = 1_200;

  static final int DATAGRAMS_PER_SECOND_AND_ADDRESS = 400;

  private static final Logger LOG = LoggerFactory.getLogger(DiscoveryEngine.class);

  private final TimerQueue agenda;
  private final TargetRole targetRole;
  private final ClientRole clientRole;
  private final NearAddresses near;
  private final Consumer<DiscoveredTarget> sightings;
  private final MessageMemory messages = new MessageMemory(MAX_REMEMBERED_MESSAGES);
  private final SequenceMemory sequences = new SequenceMemory(MAX_REMEMBERED_SENDERS);
  private final Predicate<byte[]> helloIsWanted;
  private final ByteText helloAction =
      new ByteText(MessageCodec.action(new Hello(Target.of("urn:x"))));
  // Apart, so that whoever floods the group keeps no answer to a question of ours out.
  private final SourceBudget ofGroup;
  private final SourceBudget ofAnswers;
  private boolean closed;

  /**
   * Starts with nothing announced and nothing asked.
   *
   * @param helloIsWanted looks at a Hello before it is parsed, in a time that its length bounds
   * @param near which addresses of a device are to be tried before its others
   */
  DiscoveryEngine(
      Transmitter transmitter,
      TimerQueue agenda,
      RandomGenerator random,
      long maxAnswerDelayNanos,
      Predicate<byte[]> helloIsWanted,
      NearAddresses near,
      Consumer<DiscoveredTarget> sightings) {
    this.agenda = agenda;
    this.near = near;
    this.helloIsWanted = helloIsWanted;
    this.ofGroup = newBudget();
    this.ofAnswers = newBudget();
    this.sightings = sightings;
    this.targetRole = new TargetRole(transmitter, agenda, random, maxAnswerDelayNanos);
    this.clientRole = new ClientRole(transmitter, agenda, near);
  }

  private SourceBudget newBudget() {
    return new SourceBudget(
        DATAGRAMS_PER_SECOND, DATAGRAMS_PER_SECOND_AND_ADDRESS, agenda.nowNanos());
  }

  TargetRole target() {
    return targetRole;
  }

  ClientRole client() {
    return clientRole;
  }

  /** Runs what is due by then. */
  void advanceTo(long nowNanos) {
    agenda.advanceTo(nowNanos);
  }

  /** How long until {@link #advanceTo} has something to do; {@link Long#MAX_VALUE} for never. */
  long pauseNanos() {
    return agenda.pauseNanos();
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Ends all questions, takes nothing more, and says Bye unless that was done; what is left to do
   * is to repeat it.
   */
  void close() {
    closed = true;
    clientRole.close();
    agenda.clear();
    targetRole.leave();
  }

  /** Takes a datagram; what is no message of WS-Discovery 1.1 is passed over without an answer. */
  void receive(byte[] datagram, ReturnPath from) {
    if (closed || datagram.length > MAX_DATAGRAM_BYTES || !isWorthParsing(datagram, from)) {
      return;
    }
    try {
      Envelope envelope = EnvelopeCodec.read(datagram);
      String messageId = envelope.messageId();
      if (messages.contains(messageId)) {
        targetRole.askedAgain(messageId, datagram.length, from.address());
      } else if (dispatch(envelope, datagram.length, from)) {
        messages.remember(messageId);
      }
    } catch (XmlException e) {
      LOG.debug("Passed over a datagram from {}: {}", from.address(), e.getMessage());
    }
  }

  // A Hello that nobody wants costs no more than a look, and takes nothing from those that are
  // wanted. One that hides its action from that look is parsed like any other message.
  private boolean isWorthParsing(byte[] datagram, ReturnPath from) {
    if (helloAction.isIn(datagram) && !helloIsWanted.test(datagram)) {
      return false;
    }
    SourceBudget budget = from.isOfGroup() ? ofGroup : ofAnswers;
    return budget.spend(from.address(), agenda.nowNanos());
  }

  /** Whether the message led to anything. */
  private boolean dispatch(Envelope envelope, int bytes, ReturnPath from) {
    DiscoveryMessage message = envelope.message();
    Asker asker = new Asker(envelope.messageId(), bytes, from);
    if (message instanceof Probe probe) {
      return targetRole.probed(probe, asker);
    } else if (message instanceof Resolve resolve) {
      return targetRole.asked(resolve, asker);
    } else if (message instanceof Hello hello) {
      return announced(DiscoveredTarget.Kind.HELLO, hello.target(), envelope, from);
    } else if (message instanceof Bye bye) {
      return announced(DiscoveredTarget.Kind.BYE, bye.target(), envelope, from);
    } else if (message instanceof ProbeMatches answer) {
      return answered(DiscoveredTarget.Kind.PROBE_MATCH, answer.matches(), envelope, from);
    } else if (message instanceof ResolveMatches answer) {
      List<Target> match = answer.match().stream().toList();
      return answered(DiscoveredTarget.Kind.RESOLVE_MATCH, match, envelope, from);
    }
    return false;
  }

  private boolean announced(
      DiscoveredTarget.Kind kind, Target target, Envelope envelope, ReturnPath from) {
    if (age(target, envelope, from) == SequenceMemory.Age.NEW) {
      sightings.accept(new DiscoveredTarget(kind, near.of(target, from.zone())));
    }
    return true;
  }

  // An answer that a newer message has overtaken still answers; but it is no news of the device.
  private boolean answered(
      DiscoveredTarget.Kind kind, List<Target> targets, Envelope envelope, ReturnPath from) {
    String question = envelope.relatesTo();
    if (question == null || !clientRole.asked(question)) {
      return false;
    }
    for (Target named : targets) {
      Target target = near.of(named, from.zone());
      SequenceMemory.Age age = age(target, envelope, from);
      if (age == SequenceMemory.Age.NEW) {
        sightings.accept(new DiscoveredTarget(kind, target));
      }
      if (age != SequenceMemory.Age.FORMER_INSTANCE) {
        clientRole.answered(question, target);
      }
    }
    return true;
  }

  private SequenceMemory.Age age(Target target, Envelope envelope, ReturnPath from) {
    return sequences.judge(
        from.address(), target.endpointReference(), envelope.sequence(), agenda.nowNanos());
  }
}
