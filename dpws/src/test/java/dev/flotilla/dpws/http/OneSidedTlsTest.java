package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.OneSidedTls;
import dev.flotilla.dpws.tls.Pem;
import dev.flotilla.dpws.tls.TestAuthority;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An endpoint whose callers have no certificate. */
class OneSidedTlsTest implements OneSidedTls.Guard {
  private final AtomicInteger admitted = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final EventLoops loops = EventLoops.start(1, "test");
  private HttpEndpoint endpoint;
  private volatile int places = 100;

  @TempDir private Path directory;

  @Override
  public boolean admits(InetAddress source) {
    return source.isLoopbackAddress() && admitted.incrementAndGet() <= places;
  }

  @Override
  public void ended(InetAddress source) {
    ended.incrementAndGet();
  }

  @BeforeEach
  void open() throws Exception {
    endpoint = endpoint(Await.limit());
  }

  @AfterEach
  void close() {
    endpoint.close();
    loops.close();
  }

  @Test
  void aCallerWithoutCertificateIsAnswered() throws Exception {
    try (SSLSocket socket = socket("TLSv1.3")) {
      socket.getOutputStream().write("GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("hello\n");
      assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
    }
    Await.until(() -> "not ended", () -> ended.get() == 1);
  }

  @Test
  void olderTlsIsRefused() throws Exception {
    try (SSLSocket socket = socket("TLSv1.2")) {
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void whatIsNoTlsIsCutOff() throws Exception {
    for (String bytes : List.of("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "\u0000".repeat(99))) {
      try (RawClient client = new RawClient(endpoint.address())) {
        assertThat(client.send(bytes).isEnded()).isTrue();
      }
    }
    Await.until(() -> "not ended", () -> ended.get() == 2);
  }

  @Test
  void aConnectionThatTheGuardRefusesIsClosedAtOnce() throws Exception {
    places = 1;
    try (RawClient first = new RawClient(endpoint.address())) {
      Await.until(() -> "not admitted", () -> admitted.get() == 1);
      try (RawClient second = new RawClient(endpoint.address())) {
        assertThat(second.isClosedByServer()).isTrue();
      }
      assertThat(first.hasInputWithin(50)).isFalse();
      assertThat(ended).hasValue(0);
    }
    Await.until(() -> "not ended", () -> ended.get() == 1);
  }

  @Test
  void aConnectionLivesForABoundedTime() throws Exception {
    endpoint.close();
    Duration life = Duration.ofMillis(200);
    // A handshake on a machine that stands still may take longer.
    while (!isEndedAfter(life)) {
      life = life.multipliedBy(2);
      assertThat(life).isLessThan(Await.limit());
    }
    Await.until(() -> "not ended", () -> ended.get() == admitted.get());
  }

  /** False if that was not enough for a handshake. */
  private boolean isEndedAfter(Duration life) throws Exception {
    try (HttpEndpoint hasty = endpoint(life);
        RawClient silent = new RawClient(hasty.address());
        SSLSocket secured = socket("TLSv1.3", hasty)) {
      try {
        secured.startHandshake();
      } catch (IOException e) {
        return false;
      }
      assertThat(silent.isClosedByServer()).isTrue();
      assertThat(isAtItsEnd(secured)).isTrue();
      return true;
    }
  }

  private static boolean isAtItsEnd(SSLSocket secured) {
    try {
      return secured.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private HttpEndpoint endpoint(Duration life) throws Exception {
    Path keys = TestAuthority.of("hall").issue(directory.resolve("keys"), "service");
    List<X509Certificate> chain =
        Pem.certificates(Files.readString(keys.resolve("certificate.pem")));
    PrivateKey key = Pem.privateKey(Files.readString(keys.resolve("key.pem")), "EC").orElseThrow();
    HttpEndpoint opened =
        HttpEndpoint.open(
            loops,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            HttpLimits.DEFAULT
                .withTimeouts(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1))
                .withKeys(new OneSidedTls(key, chain, life, this), RequestGuard.OPEN));
    opened.serve(exchange -> exchange.answer(200, "hello"));
    return opened;
  }

  private SSLSocket socket(String protocol) throws Exception {
    return socket(protocol, endpoint);
  }

  private static SSLSocket socket(String protocol, HttpEndpoint to) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustsAll()}, null);
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    socket.setEnabledProtocols(new String[] {protocol});
    socket.setSoTimeout((int) Await.limitMillis());
    socket.connect(to.address());
    return socket;
  }

  private static final class TrustsAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
