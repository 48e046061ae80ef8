package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.KeysException.Kind;
import dev.flotilla.keys.PendingKeys;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** The side of the device: makes a key, finds the service, and gets a certificate. */
public final class EnrolmentClient {
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
    ServiceCalls calls =
        new ServiceCalls(
            new NamedAuthority(request.secret(), request.group()),
            request.secret().token(),
            pending.request(request.name()));
    try {
      if (request.at().isPresent()) {
        return ask(calls, Optional.empty(), pending);
      }
      try (Discovery discovery =
          Discovery.open(DiscoverySettings.on(List.of(request.networkInterface())))) {
        return ask(calls, Optional.of(discovery), pending);
      }
    } catch (IOException e) {
      throw new KeysException(
          Kind.NETWORK, e.getMessage() + "; name the service by --at HOST:PORT", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeysException(Kind.UNAVAILABLE, "interrupted", e);
    }
  }

  private KeyDirectory ask(ServiceCalls calls, Optional<Discovery> discovery, PendingKeys pending)
      throws KeysException, IOException, InterruptedException {
    for (Duration left = left(); !left.isNegative(); left = left()) {
      calls.begin();
      Duration round = left.compareTo(ROUND) < 0 ? left : ROUND;
      request.at().ifPresent(calls::call);
      discovery.ifPresent(
          it ->
              it.probe(EnrolmentNames.probe(request.group()), round, found -> call(calls, found)));
      Optional<HttpResponse<String>> answer = calls.await(round);
      if (answer.isPresent()) {
        return complete(answer.get(), pending);
      }
      if (request.at().isPresent() && calls.rejected().isPresent()) {
        break;
      }
    }
    throw unanswered(calls);
  }

  /** Calls who says that he is the service. */
  private static void call(ServiceCalls calls, Target target) {
    if (target.types().contains(EnrolmentNames.TYPE)) {
      target.xAddrs().stream()
          .flatMap(url -> EnrolmentNames.addressOf(url).stream())
          .forEach(calls::call);
    }
  }

  private static KeyDirectory complete(HttpResponse<String> answer, PendingKeys pending)
      throws KeysException, IOException {
    if (answer.statusCode() != EnrolmentAnswer.Kind.ISSUED.status()) {
      throw new KeysException(
          Kind.REFUSED,
          "the enrolment service refuses: %s; ask the operator for a new secret ('flotilla keys serve')"
              .formatted(plain(answer.body())));
    }
    SSLSession proof = answer.sslSession().orElseThrow();
    return pending.complete(answer.body(), (X509Certificate) proof.getPeerCertificates()[1]);
  }

  private KeysException unanswered(ServiceCalls calls) {
    if (calls.lost().isPresent()) {
      return new KeysException(
          Kind.UNAVAILABLE,
          "the enrolment service ended the connection without an answer; try again, the key is kept",
          calls.lost().get());
    }
    if (calls.rejected().isPresent()) {
      return new KeysException(
          Kind.REFUSED,
          "no trusted enrolment service of group %s answered: %s"
              .formatted(request.group(), calls.rejected().get().getMessage()),
          calls.rejected().get());
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
