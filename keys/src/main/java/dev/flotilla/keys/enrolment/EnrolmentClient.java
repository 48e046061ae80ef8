package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.KeysException.Kind;
import dev.flotilla.keys.PendingKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The side of the device: makes a key, finds the service, and gets a certificate. */
public final class EnrolmentClient {
  private static final Logger LOG = LoggerFactory.getLogger(EnrolmentClient.class);

  /** Longer than a service waits before it answers a Probe. */
  private static final Duration ROUND = Duration.ofMillis(1_500);

  private final JoinRequest request;
  private final long deadlineNanos;

  private EnrolmentClient(JoinRequest request) {
    this.request = request;
    this.deadlineNanos = System.nanoTime() + request.timeout().toNanos();
  }

  /**
   * Makes a key directory. Blocks until it is there, or the timeout is over. If it fails, the key
   * is kept, and another attempt with the same directory gets the certificate of this one if that
   * was issued.
   *
   * @throws KeysException if the directory exists or cannot be written, no service answers that the
   *     secret names, or the service refuses
   */
  public static KeyDirectory join(JoinRequest request) throws KeysException {
    return new EnrolmentClient(request).join();
  }

  private KeyDirectory join() throws KeysException {
    PendingKeys pending = PendingKeys.of(request.out());
    EnrolmentMessage asked =
        EnrolmentMessage.request(request.secret().token(), pending.request(request.name()));
    NamedAuthority trusted = new NamedAuthority(request.secret(), request.group());
    try (ConnectionAttempts attempts = new ConnectionAttempts(trusted)) {
      if (request.at().isPresent()) {
        return ask(attempts, Optional.empty(), pending, asked);
      }
      try (Discovery discovery =
          Discovery.open(DiscoverySettings.on(List.of(request.networkInterface())))) {
        return ask(attempts, Optional.of(discovery), pending, asked);
      }
    } catch (IOException e) {
      throw new KeysException(
          Kind.NETWORK, e.getMessage() + "; name the service by --at HOST:PORT", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeysException(Kind.UNAVAILABLE, "interrupted", e);
    }
  }

  private KeyDirectory ask(
      ConnectionAttempts attempts,
      Optional<Discovery> discovery,
      PendingKeys pending,
      EnrolmentMessage asked)
      throws KeysException, InterruptedException {
    Optional<IOException> lost = Optional.empty();
    for (Duration left = left(); !left.isNegative(); left = left()) {
      attempts.begin();
      Duration round = left.compareTo(ROUND) < 0 ? left : ROUND;
      request.at().ifPresent(attempts::tryAt);
      discovery.ifPresent(
          it -> it.probe(EnrolmentNames.probe(request.group()), round, attempts::tryTarget));
      Optional<ServiceConnection> found = attempts.await(round);
      if (found.isPresent()) {
        try (ServiceConnection connection = found.get()) {
          return complete(connection.ask(asked), connection, pending);
        } catch (IOException e) {
          // Whether the certificate was issued or not: the next attempt gets it.
          LOG.debug("join: no answer, asks again", e);
          lost = Optional.of(e);
        }
      }
      if (request.at().isPresent() && attempts.rejected().isPresent()) {
        break;
      }
    }
    throw unanswered(attempts, lost);
  }

  private KeyDirectory complete(
      EnrolmentMessage answer, ServiceConnection connection, PendingKeys pending)
      throws KeysException {
    return switch (answer.kind()) {
      case ISSUED -> pending.complete(answer.text(), connection.authority());
      case REFUSED, REQUEST ->
          throw new KeysException(
              Kind.REFUSED,
              "the enrolment service refuses: %s; ask the operator for a new secret ('flotilla keys serve')"
                  .formatted(plain(answer.text())));
    };
  }

  private KeysException unanswered(ConnectionAttempts attempts, Optional<IOException> lost) {
    Optional<ServiceConnection.Rejected> rejected = attempts.rejected();
    if (lost.isPresent()) {
      return new KeysException(
          Kind.UNAVAILABLE,
          "the enrolment service ended the connection without an answer; try again, the key is kept",
          lost.get());
    }
    if (rejected.isPresent()) {
      return new KeysException(
          Kind.REFUSED,
          "no trusted enrolment service of group %s answered: %s"
              .formatted(request.group(), rejected.get().getMessage()),
          rejected.get());
    }
    return new KeysException(
        Kind.UNAVAILABLE,
        "no enrolment service of group %s answered within %s s; is 'flotilla keys serve' running, and on the same LAN (--interface on both sides, or --at HOST:PORT)?"
            .formatted(request.group(), request.timeout().toSeconds()));
  }

  private Duration left() {
    return Duration.ofNanos(deadlineNanos - System.nanoTime());
  }

  /** One line of what a service says, in case that it is a strange one. */
  private static String plain(String text) {
    String line = text.replaceAll("[\\p{Cntrl}]+", " ").strip();
    return line.substring(0, Math.min(line.length(), 200));
  }
}
