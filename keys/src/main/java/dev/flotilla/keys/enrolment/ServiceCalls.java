package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.HostPort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one request to every address that may be the service's, at once, so that a forger who
 * answers first delays nothing. Who does not prove by TLS that he is the service learns nothing of
 * the request. Any thread.
 */
final class ServiceCalls {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceCalls.class);
  private static final String PROTOCOL = "TLSv1.3";
  private static final int MAX_ADDRESSES = 16;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /** Longer than a wrong token waits, and than the authority takes to write. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);

  /** The largest answer that is read; a revocation list may be long. */
  private static final long MAX_ANSWER_BYTES = 1 << 20;

  private final HttpClient client;
  private final String token;
  private final String request;
  private final BlockingQueue<HttpResponse<String>> answers = new LinkedBlockingQueue<>();

  // Guarded by this.
  private final Set<InetSocketAddress> called = new HashSet<>();
  private final Set<InetSocketAddress> waiting = new HashSet<>();
  private Optional<IOException> rejected = Optional.empty();
  private Optional<Throwable> lost = Optional.empty();

  /**
   * Has called nobody.
   *
   * @param request PKCS #10 as PEM
   */
  ServiceCalls(NamedAuthority trusted, String token, String request) {
    this.client = client(trusted);
    this.token = token;
    this.request = request;
  }

  /** A new round: addresses may be called again. */
  synchronized void begin() {
    called.clear();
  }

  /** Calls an address, unless it or too many others were called in this round. */
  synchronized void call(InetSocketAddress address) {
    if (called.size() >= MAX_ADDRESSES || !called.add(address) || !waiting.add(address)) {
      return;
    }
    HttpRequest call =
        HttpRequest.newBuilder(EnrolmentNames.url(address))
            .timeout(ANSWER_TIMEOUT)
            .header(EnrolmentNames.TOKEN_FIELD, EnrolmentNames.TOKEN_PREFIX + token)
            .POST(BodyPublishers.ofString(request))
            .build();
    var unused =
        client
            .sendAsync(call, ServiceCalls::body)
            .whenComplete((answer, failure) -> ended(address, answer, failure));
  }

  /** The first answer of the service, within the time. */
  Optional<HttpResponse<String>> await(Duration time) throws InterruptedException {
    return Optional.ofNullable(answers.poll(time.toNanos(), TimeUnit.NANOSECONDS));
  }

  /** Who was not trusted and why, if anybody was called: the last of them. */
  synchronized Optional<IOException> rejected() {
    return rejected;
  }

  /** How the service has failed to answer, if it was called. */
  synchronized Optional<Throwable> lost() {
    return lost;
  }

  private synchronized void ended(
      InetSocketAddress address,
      @Nullable HttpResponse<String> answer,
      @Nullable Throwable failure) {
    waiting.remove(address);
    if (answer != null) {
      answers.add(answer);
      return;
    }
    LOG.debug("join: no answer of {}", address, failure);
    Optional<String> why = objection(failure);
    if (why.isPresent()) {
      rejected =
          Optional.of(
              new IOException(
                  "%s was asked and is not trusted: %s".formatted(HostPort.of(address), why.get()),
                  failure));
    } else if (failure != null && !isUnreachable(failure)) {
      // Whether the certificate was issued or not: the next attempt gets it.
      lost = Optional.of(failure);
    }
  }

  private static HttpClient client(NamedAuthority trusted) {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(null, new TrustManager[] {trusted}, null);
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(CONNECT_TIMEOUT)
          .sslContext(context)
          .sslParameters(new SSLParameters(null, new String[] {PROTOCOL}))
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + PROTOCOL, e);
    }
  }

  private static BodySubscriber<String> body(HttpResponse.ResponseInfo head) {
    long bytes = head.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE);
    if (bytes > MAX_ANSWER_BYTES) {
      throw new IllegalStateException(
          "an answer of %s bytes, of which %s are read".formatted(bytes, MAX_ANSWER_BYTES));
    }
    return BodySubscribers.ofString(StandardCharsets.UTF_8);
  }

  private static boolean isUnreachable(Throwable failure) {
    return find(failure, ConnectException.class).isPresent()
        || find(failure, HttpConnectTimeoutException.class).isPresent();
  }

  /** Why who answers is not the service that is meant; empty if it may be. */
  private static Optional<String> objection(@Nullable Throwable failure) {
    if (find(failure, CertificateNotYetValidException.class).isPresent()
        || find(failure, CertificateExpiredException.class).isPresent()) {
      return Optional.of(
          "its certificate is not valid at %s, which is the time of this device; set the clock"
              .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS)));
    }
    return find(failure, CertificateException.class)
        .map(it -> String.valueOf(it.getMessage()))
        .or(
            () ->
                find(failure, SSLException.class)
                    .map(it -> "it does not speak TLS 1.3 as an enrolment service does"));
  }

  private static <T extends Throwable> Optional<T> find(
      @Nullable Throwable failure, Class<T> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return Optional.of(kind.cast(cause));
      }
    }
    return Optional.empty();
  }
}
