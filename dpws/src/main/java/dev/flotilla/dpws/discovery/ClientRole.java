package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client's side: asks, and gathers the answers to each question until its time is up. */
final class ClientRole {
  static final int MAX_OPEN_QUESTIONS = 1_024;
  static final int MAX_DEVICES_PER_PROBE = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(ClientRole.class);

  /** What waits for answers; {@code onAnswer} tells whether it needs no more. */
  private record Question(Predicate<Target> onAnswer, Runnable onTimeUp) {}

  private final Transmitter transmitter;
  private final TimerQueue agenda;
  private final Map<String, Question> open = new LinkedHashMap<>();

  ClientRole(Transmitter transmitter, TimerQueue agenda) {
    this.transmitter = transmitter;
    this.agenda = agenda;
  }

  /** Completes the result with every device found when the time is up, each as it said last. */
  void probe(
      Probe probe,
      Duration duration,
      Consumer<Target> onMatch,
      CompletableFuture<List<Target>> result) {
    Map<String, Target> found = new LinkedHashMap<>();
    Predicate<Target> onAnswer =
        target -> {
          String key = target.endpointReference();
          boolean hasRoom = found.size() < MAX_DEVICES_PER_PROBE || found.containsKey(key);
          if (hasRoom && !target.equals(found.put(key, target))) {
            deliver(onMatch, target);
          }
          return false;
        };
    ask(probe, duration, result, onAnswer, () -> result.complete(List.copyOf(found.values())));
  }

  /** Completes the result with the first answer, or empty when the time is up. */
  void resolve(
      String endpointReference, Duration duration, CompletableFuture<Optional<Target>> result) {
    Predicate<Target> onAnswer =
        target -> {
          boolean isIt = target.endpointReference().equals(endpointReference);
          return isIt && result.complete(Optional.of(target));
        };
    ask(
        new Resolve(endpointReference),
        duration,
        result,
        onAnswer,
        () -> result.complete(Optional.empty()));
  }

  /** Whether this is the MessageID of a question whose time is not up. */
  boolean asked(String messageId) {
    return open.containsKey(messageId);
  }

  /** Takes an answer to the question of that MessageID. */
  void answered(String messageId, Target target) {
    Question question = open.get(messageId);
    if (question != null && question.onAnswer.test(target)) {
      open.remove(messageId);
    }
  }

  /** Ends every question with what has been found so far. */
  void close() {
    List<Question> rest = List.copyOf(open.values());
    open.clear();
    rest.forEach(question -> question.onTimeUp.run());
  }

  /** Calls a consumer of the application, whose exceptions are its own. */
  static <T> void deliver(Consumer<T> consumer, T value) {
    try {
      consumer.accept(value);
    } catch (RuntimeException e) {
      LOG.warn("A consumer of discovery failed on {}", value, e);
    }
  }

  private void ask(
      DiscoveryMessage message,
      Duration duration,
      CompletableFuture<?> result,
      Predicate<Target> onAnswer,
      Runnable onTimeUp) {
    if (open.size() >= MAX_OPEN_QUESTIONS) {
      result.completeExceptionally(
          new IllegalStateException(
              "%s Probes and Resolves are open, which is the limit: let some end first"
                  .formatted(MAX_OPEN_QUESTIONS)));
      return;
    }
    String messageId = transmitter.multicast(message);
    open.put(messageId, new Question(onAnswer, onTimeUp));
    agenda.after(
        duration.toNanos(),
        () -> {
          if (open.remove(messageId) != null) {
            onTimeUp.run();
          }
        });
  }
}
