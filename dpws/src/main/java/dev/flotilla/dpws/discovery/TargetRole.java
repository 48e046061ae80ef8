package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Bye;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Hello;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import dev.flotilla.dpws.discovery.DiscoveryMessage.ResolveMatches;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The device's side: says who it is, and answers who asks. */
final class TargetRole {
  static final int MAX_PENDING_ANSWERS = 256;

  private final Transmitter transmitter;
  private final Agenda agenda;
  private final RandomGenerator random;
  private final long maxAnswerDelayNanos;
  private final AnswerBudget budget;
  private @Nullable Target target;
  private int pendingAnswers;

  TargetRole(
      Transmitter transmitter, Agenda agenda, RandomGenerator random, long maxAnswerDelayNanos) {
    this.transmitter = transmitter;
    this.agenda = agenda;
    this.random = random;
    this.maxAnswerDelayNanos = maxAnswerDelayNanos;
    this.budget = new AnswerBudget(agenda.nowNanos());
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
  boolean probed(Probe probe, String messageId, ReturnPath from) {
    if (matching(probe).isEmpty() || pendingAnswers >= MAX_PENDING_ANSWERS || !mayAnswer(from)) {
      return false;
    }
    pendingAnswers++;
    agenda.after(randomDelayNanos(), () -> answer(probe, messageId, from));
    return true;
  }

  /**
   * Answers if this target is meant; returns whether it was. At once: a Resolve has one device to
   * answer it, so that there is nothing to spread out.
   */
  boolean asked(Resolve resolve, String messageId, ReturnPath from) {
    Target current = target;
    if (current == null
        || !current.endpointReference().equals(resolve.endpointReference())
        || !mayAnswer(from)) {
      return false;
    }
    transmitter.answer(new ResolveMatches(Optional.of(current)), messageId, from);
    return true;
  }

  // What it says is what holds when it speaks, not when it was asked.
  private void answer(Probe probe, String messageId, ReturnPath to) {
    pendingAnswers--;
    matching(probe)
        .ifPresent(
            current -> transmitter.answer(new ProbeMatches(List.of(current)), messageId, to));
  }

  private void sayHello() {
    if (target != null) {
      transmitter.multicast(new Hello(target));
    }
  }

  private Optional<Target> matching(Probe probe) {
    return Optional.ofNullable(target).filter(probe::matches);
  }

  private boolean mayAnswer(ReturnPath from) {
    return budget.spend(from.address(), agenda.nowNanos());
  }

  private long randomDelayNanos() {
    return random.nextLong(maxAnswerDelayNanos + 1);
  }
}
