package dev.flotilla.keys.enrolment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Enrolled;
import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.PendingKeys;
import dev.flotilla.keys.Role;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strangers send to an enrolment service, and how often. Each source is an address. */
@Tag("slow")
class EnrolmentHostileTest implements EnrolmentService.Listener {
  private static final String HOST = " HTTP/1.1\r\nHost: 127.0.0.1\r\n";

  private final List<String> events = new CopyOnWriteArrayList<>();
  private Authority authority;
  private EnrolmentService service;
  private int lastSource = 1;

  @TempDir private Path directory;

  @Override
  public void enrolled(InetAddress device, Enrolled enrolled) {
    events.add("issued " + enrolled.issued().grant().name());
  }

  @Override
  public void refused(InetAddress source, String why) {
    events.add(why);
  }

  @BeforeEach
  void start() throws Exception {
    Path keys = directory.resolve("keys");
    var unused = InitialKeys.create(keys, "hall", 0, 0, Clock.systemUTC());
    authority = Authority.open(keys, Clock.systemUTC());
    service = EnrolmentService.start(authority, settings(), this, Await.limit());
  }

  private static EnrolmentSettings settings() throws IOException {
    NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    return EnrolmentSettings.of(loopback, EnumSet.of(Role.MEMBER))
        .withWaits(Duration.ofMillis(1), Duration.ofMinutes(1));
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void otherRequestsAreRefused() throws Exception {
    assertThat(answer(request("GET /enrolment", "", ""))).startsWith("HTTP/1.1 404 ");
    assertThat(answer(request("POST /", "", "x"))).startsWith("HTTP/1.1 404 ");
    assertThat(answer(request("POST /enrolment", "", "x".repeat(9_000))))
        .startsWith("HTTP/1.1 413 ");
    // What is sent slowly is cut off before its answer can be read.
    String large = request("POST /enrolment", "", "x".repeat(99_999));
    assertThat(Await.present(() -> "an answer", () -> answerUnlessCutOff(large)))
        .startsWith("HTTP/1.1 413 ");
    assertThat(answer("POST /enrolment HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ");
    assertThat(events).isEmpty();
  }

  @Test
  void aRequestWithoutTheTokenIsRefused() throws Exception {
    String token = service.secret().token();
    for (String field :
        List.of(
            "",
            "Authorization: Bearer 0123456789ABCDEF\r\n",
            "Authorization: " + token + "\r\n",
            "Authorization: Bearer " + token + "0\r\n",
            "Authorization: Bearer \r\nAuthorization: " + token + "\r\n")) {
      assertThat(answer(request("POST /enrolment", field, "x")))
          .startsWith("HTTP/1.1 403 ")
          .endsWith("the secret is wrong");
    }
    assertThat(service.used()).isZero();
    assertThat(events).hasSize(5).containsOnly("a wrong secret");
  }

  @Test
  void theTokenAloneGetsNoCertificate() throws Exception {
    String field = "Authorization: Bearer " + service.secret().token() + "\r\n";
    assertThat(answer(request("POST /enrolment", field, "x"))).startsWith("HTTP/1.1 400 ");
    assertThat(service.used()).isZero();
    assertThat(events).singleElement().asString().contains("PKCS #10");

    PendingKeys pending = PendingKeys.of(directory.resolve("lamp"));
    String issued = answer(request("POST /enrolment", field, pending.request("lamp")));
    assertThat(issued).startsWith("HTTP/1.1 200 ").contains("BEGIN CERTIFICATE");
    PendingKeys other = PendingKeys.of(directory.resolve("fan"));
    assertThat(answer(request("POST /enrolment", field, other.request("fan"))))
        .startsWith("HTTP/1.1 410 ");
    assertThat(answer(request("POST /enrolment", field, pending.request("lamp"))))
        .as("once more")
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aConnectionHasOneGuess() throws Exception {
    String guess = request("POST /enrolment", "Authorization: Bearer 0\r\n", "x");

    assertThat(answer(guess + guess + guess)).containsOnlyOnce("HTTP/1.1 403 ");
    assertThat(events).hasSize(1);
  }

  @Test
  void aSourceThatHasGuessedWaits() throws Exception {
    int source = ++lastSource;
    String guess = request("POST /enrolment", "Authorization: Bearer 0\r\n", "x");

    // Who stands still for as long as it has to wait may guess again, then it waits twice as long.
    List<String> answers = new ArrayList<>();
    Await.until(
        () -> "nothing but " + answers,
        () -> {
          try {
            answers.add(answer(source, guess));
            return false;
          } catch (IOException e) {
            return true;
          }
        });
    assertThat(answers).isNotEmpty().allMatch(it -> it.startsWith("HTTP/1.1 403 "));
    assertThat(events).hasSameSizeAs(answers);
    assertThat(answer(guess)).as("of another source").startsWith("HTTP/1.1 403 ");
  }

  @Test
  @Tag("full")
  void aSourceHasTwoConnectionsAtOnce() throws Exception {
    service.close();
    service = EnrolmentService.start(authority, settings(), this);
    int source = ++lastSource;
    try (Socket first = open(source);
        Socket second = open(source);
        Socket third = open(source)) {
      assertThat(third.getInputStream().read()).as("closed at once").isNegative();
      String answer = answer(request("GET /", "", ""));

      assertThat(answer).as("of another source").startsWith("HTTP/1.1 404 ");
      assertThat(first.getInputStream().read()).as("closed in time").isNegative();
      assertThat(second.getInputStream().read()).as("closed in time").isNegative();
    }
    assertThat(answer(source, request("GET /", "", ""))).startsWith("HTTP/1.1 404 ");
  }

  private static String request(String line, String fields, String body) {
    return line + HOST + fields + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private Optional<String> answerUnlessCutOff(String request) throws Exception {
    try {
      return Optional.of(answer(request)).filter(it -> !it.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What a source gets that has not asked before. */
  private String answer(String request) throws Exception {
    return answer(++lastSource, request);
  }

  private String answer(int source, String request) throws Exception {
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(
        null, new TrustManager[] {new NamedAuthority(service.secret(), authority.group())}, null);
    try (Socket plain = open(source);
        SSLSocket secured =
            (SSLSocket)
                context
                    .getSocketFactory()
                    .createSocket(plain, "127.0.0.1", plain.getPort(), true)) {
      secured.getOutputStream().write(request.getBytes(UTF_8));
      return new String(secured.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private Socket open(int source) throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout((int) Await.limitMillis());
    socket.bind(new InetSocketAddress("127.0.0." + source, 0));
    socket.connect(service.address());
    return socket;
  }
}
