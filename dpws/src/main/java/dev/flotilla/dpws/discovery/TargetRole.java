package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Bye;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Hello;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import dev.flotilla.dpws.discovery.DiscoveryMessage.ResolveMatches;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The device's side: says who it is, and answers who asks. */
final class TargetRole {
  static final int MAX_PENDING_ANSWERS = 256;
  static final int MAX_REMEMBERED_ASKERS = 512;
  static final int ANSWERS_PER_SECOND = 400;
  static final int ANSWERS_PER_SECOND_AND_ADDRESS = 100;

  private final Transmitter transmitter;
  private final TimerQueue agenda;
  private final RandomGenerator random;
  private final long maxAnswerDelayNanos;
  private final SourceBudget budget;
  // By the MessageID of the question; the oldest gives way.
  private final Map<String, Asker> askers = new LinkedHashMap<>();
  private @Nullable Target target;
  private int pendingAnswers;

  TargetRole(
      Transmitter transmitter,
      TimerQueue agenda,
      RandomGenerator random,
      long maxAnswerDelayNanos) {
    this.transmitter = transmitter;
    this.agenda = agenda;
    this.random = random;
    this.maxAnswerDelayNanos = maxAnswerDelayNanos;
    this.budget =
        new SourceBudget(ANSWERS_PER_SECOND, ANSWERS_PER_SECOND_AND_ADDRESS, agenda.nowNanos());
  }

  /**
   * Becomes this target, or changes what it says. The first Hello waits at random, lest all devices
   * speak at once when the power returns (WS-Discovery 1.1, section 4.1.1); answers do not wait for
   * it.
   */
  void announce(Target newTarget) {
    boolean isChange = target != null;
    target = newTarget;
    if (isChange) {
      transmitter.multicast(new Hello(newTarget));
    } else {
      agenda.after(randomDelayNanos(), this::sayHello);
    }
  }

  /** Says Bye, if there is anything to say it of, and answers no more. */
  void leave() {
    Target left = target;
    target = null;
    if (left != null) {
      transmitter.multicast(new Bye(Target.of(left.endpointReference())));
    }
  }

  /** Answers after a random wait if this target matches; returns whether it will. */
  boolean probed(Probe probe, Asker asker) {
    if (matching(probe).isEmpty() || pendingAnswers >= MAX_PENDING_ANSWERS || !mayAnswer(asker)) {
      return false;
    }
    pendingAnswers++;
    remember(asker);
    agenda.after(randomDelayNanos(), () -> answer(probe, asker));
    return true;
  }

  /**
   * Answers if this target is meant; returns whether it was. At once: a Resolve has one device to
   * answer it, so that there is nothing to spread out.
   */
  boolean asked(Resolve resolve, Asker asker) {
    Target current = target;
    if (current == null
        || !current.endpointReference().equals(resolve.endpointReference())
        || !mayAnswer(asker)) {
      return false;
    }
    remember(asker);
    transmitter.answer(
        shorterAndShorter(current).map(it -> new ResolveMatches(Optional.of(it))), asker);
    return true;
  }

  /** Another copy of a question came, which pays for the repetition of its answer. */
  void askedAgain(String messageId, int bytes, InetAddress from) {
    Asker asker = askers.get(messageId);
    if (asker != null) {
      asker.askedAgain(bytes, from);
    }
  }

  private void remember(Asker asker) {
    askers.put(asker.messageId(), asker);
    if (askers.size() > MAX_REMEMBERED_ASKERS) {
      askers.remove(askers.keySet().iterator().next());
    }
  }

  // What it says is what holds when it speaks, not when it was asked.
  private void answer(Probe probe, Asker asker) {
    pendingAnswers--;
    Optional<Target> current = matching(probe);
    if (current.isPresent()) {
      transmitter.answer(
          shorterAndShorter(current.get()).map(it -> new ProbeMatches(List.of(it))), asker);
    }
  }

  /** All that there is to say, then without what the standard allows to leave out. */
  private static Stream<Target> shorterAndShorter(Target full) {
    String reference = full.endpointReference();
    long version = full.metadataVersion();
    return Stream.of(
        full,
        new Target(reference, full.types(), List.of(), full.xAddrs(), version),
        new Target(reference, List.of(), List.of(), full.xAddrs(), version),
        new Target(reference, List.of(), List.of(), List.of(), version));
  }

  private void sayHello() {
    if (target != null) {
      transmitter.multicast(new Hello(target));
    }
  }

  private Optional<Target> matching(Probe probe) {
    return Optional.ofNullable(target).filter(probe::matches);
  }

  private boolean mayAnswer(Asker asker) {
    ReturnPath path = asker.path();
    return path.isAnswerable() && budget.spend(path.address(), agenda.nowNanos());
  }

  private long randomDelayNanos() {
    return random.nextLong(maxAnswerDelayNanos + 1);
  }
}
