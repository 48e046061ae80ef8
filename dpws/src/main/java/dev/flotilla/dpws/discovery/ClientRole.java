package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client's side: asks, and gathers the answers to each question until its time is up. */
final class ClientRole {
  static final int MAX_OPEN_QUESTIONS = 1_024;
  static final int MAX_DEVICES_PER_PROBE = 10_000;
  static final int MAX_ADDRESSES_PER_DEVICE = 32;

  private static final Logger LOG = LoggerFactory.getLogger(ClientRole.class);

  /** What waits for answers; {@code onAnswer} tells whether it needs no more. */
  private record Question(Predicate<Target> onAnswer, Runnable onTimeUp) {}

  private final Transmitter transmitter;
  private final TimerQueue agenda;
  private final NearAddresses near;
  private final Map<String, Question> open = new LinkedHashMap<>();

  /**
   * Asks nothing yet.
   *
   * @param near orders the addresses of a device that has answered from several
   */
  ClientRole(Transmitter transmitter, TimerQueue agenda, NearAddresses near) {
    this.transmitter = transmitter;
    this.agenda = agenda;
    this.near = near;
  }

  /**
   * Completes the result with every device found when the time is up, each as it said last, with
   * the addresses of all answers of its newest metadata version: a device on several networks, or
   * of IPv4 and IPv6, may name other addresses on each.
   */
  void probe(
      Probe probe,
      Duration duration,
      Consumer<Target> onMatch,
      CompletableFuture<List<Target>> result) {
    Map<String, Target> found = new LinkedHashMap<>();
    Predicate<Target> onAnswer =
        target -> {
          String key = target.endpointReference();
          Target former = found.get(key);
          if (former == null && found.size() >= MAX_DEVICES_PER_PROBE) {
            return false;
          }
          Target known = former == null ? target : together(former, target);
          if (!known.equals(former)) {
            found.put(key, known);
            deliver(onMatch, known);
          }
          return false;
        };
    ask(probe, duration, result, onAnswer, () -> result.complete(List.copyOf(found.values())));
  }

  private Target together(Target former, Target latest) {
    if (former.metadataVersion() != latest.metadataVersion()) {
      return latest.metadataVersion() > former.metadataVersion() ? latest : former;
    }
    List<URI> all =
        Stream.concat(former.xAddrs().stream(), latest.xAddrs().stream())
            .distinct()
            .limit(MAX_ADDRESSES_PER_DEVICE)
            .toList();
    return near.first(
        new Target(
            latest.endpointReference(),
            // A short answer leaves them out.
            latest.types().isEmpty() ? former.types() : latest.types(),
            latest.scopes().isEmpty() ? former.scopes() : latest.scopes(),
            all,
            latest.metadataVersion()));
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
