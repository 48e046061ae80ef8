package dev.flotilla.dpws.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.RequestGuard;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.http.client.SoapConnection;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections with keys: who gets one, and when it ends. */
@Tag("slow")
class TlsTest {
  private static final Duration LONG = Await.limit();

  @TempDir private Path home;
  private final TestAuthority authority = TestAuthority.of("lab");
  private final EventLoops loops = EventLoops.start(1, "test");
  private TlsKeys serverKeys;
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    serverKeys = TlsKeys.open(authority.issue(home.resolve("server"), "server", "urn:a:server"));
    endpoint =
        HttpEndpoint.open(
            loops,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            HttpLimits.DEFAULT.withKeys(serverKeys, RequestGuard.OPEN));
    endpoint.serve(
        "/echo",
        SoapService.builder()
            .operation(
                Echo.OPERATION,
                (text, ask) ->
                    ask.answer(
                        text
                            + " "
                            + ask.caller().orElseThrow().getSubjectX500Principal().getName()))
            .build());
  }

  @AfterEach
  void close() {
    endpoint.close();
    loops.close();
    serverKeys.close();
  }

  @Test
  void bothSidesKnowEachOther() throws Exception {
    try (TlsKeys keys = keys("client");
        SoapCaller caller = caller(keys)) {
      assertThat(get(() -> call(caller, "hello"))).isEqualTo("hello CN=client");
      String large = "x".repeat(500_000);
      assertThat(get(() -> call(caller, large))).isEqualTo(large + " CN=client");
    }
  }

  @Test
  void pipelinedCallsAreAnsweredInOrder() throws Exception {
    CallerOptions options = CallerOptions.DEFAULT.withConnections(1, 500);
    try (TlsKeys keys = keys("client");
        SoapConnection connection =
            SoapConnection.open(loops, address(), options.withKeys(keys, PeerCheck.ANY))) {
      assertThat(get(() -> lastOfMany(connection))).isEqualTo("399 CN=client");
    }
  }

  private static CompletionStage<String> lastOfMany(SoapConnection connection) {
    Await.until(() -> "a connection", () -> connection.isUp());
    for (int i = 0; i < 399; i++) {
      var unused = connection.call(Echo.OPERATION, "" + i, LONG);
    }
    return connection.call(Echo.OPERATION, "399", LONG);
  }

  @Test
  void theServerMustBeTheOneThatIsMeant() throws Exception {
    PeerCheck nobody = certificate -> Optional.of("it is another one");
    try (TlsKeys keys = keys("client");
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT.withKeys(keys, nobody))) {
      CallFailure failure = failure(() -> call(caller, "hello"));
      assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(failure).hasMessageContaining("it is another one");
    }
  }

  @Test
  void anAnswerMustComeFromWhoMayGiveIt() throws Exception {
    try (TlsKeys keys = keys("client");
        SoapCaller caller = caller(keys)) {
      assertThat(
              failure(
                  () ->
                      caller.call(
                          address(),
                          Echo.OPERATION,
                          "hello",
                          LONG,
                          (text, peer) ->
                              Optional.of(text + " of " + peer.getSubjectX500Principal()))))
          .hasMessageContaining("hello CN=client of CN=server");
    }
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
    Path foreign = TestAuthority.of("lab").issue(home.resolve("foreign"), "client", "urn:a");
    assertRefused(foreign, "not issued by the authority");
    // As one that believes in both would: then it is the server that refuses.
    Files.writeString(
        foreign.resolve("authority.pem"),
        Files.readString(foreign.resolve("authority.pem"))
            + Files.readString(home.resolve("server/authority.pem")));
    assertRefused(foreign, "does not accept this side's certificate");
  }

  @Test
  void anExpiredCertificateIsRefused() throws Exception {
    assertRefused(
        authority.issueExpired(home.resolve("old"), "old", "urn:a"),
        "does not accept this side's certificate");
  }

  @Test
  void keysFromTheFutureAreUsedUntilTheClockIsSet() throws Exception {
    Instant made = Instant.now().plus(Duration.ofDays(1_000));
    TestAuthority later = TestAuthority.of("later");
    try (TlsKeys server = TlsKeys.open(later.issue(home.resolve("s"), "s", made, 730, "urn:s"));
        TlsKeys newer = newerThan(made, later);
        TlsKeys ended =
            TlsKeys.open(
                later.issue(home.resolve("e"), "e", made.minus(Duration.ofDays(9)), 8, "urn:e"))) {
      assertThat(server.objection(newer.certificate())).isEmpty();
      assertThat(newer.objection(server.certificate())).isEmpty();
      assertThat(server.objection(ended.certificate()).orElseThrow()).contains("expired at");
    }
    assertThat(serverKeys.objection(certificateFrom(made)).orElseThrow())
        .contains("valid only from", "clock");
  }

  @Test
  void sidesWhoseClocksAreWrongTalk() throws Exception {
    Instant made = Instant.now().plus(Duration.ofDays(1_000));
    try (TlsKeys server =
            TlsKeys.open(authority.issue(home.resolve("s"), "s", made, 730, "urn:s"));
        HttpEndpoint there =
            HttpEndpoint.open(
                loops,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                HttpLimits.DEFAULT.withKeys(server, RequestGuard.OPEN));
        TlsKeys client = newerThan(made, authority);
        SoapCaller caller = caller(client)) {
      there.serve(
          "/echo",
          SoapService.builder().operation(Echo.OPERATION, (text, ask) -> ask.answer(text)).build());
      URI address = URI.create(there.scheme() + ":/" + there.address() + "/echo");
      assertThat(get(() -> caller.call(address, Echo.OPERATION, "hello", LONG))).isEqualTo("hello");
    }
  }

  private TlsKeys newerThan(Instant made, TestAuthority of) throws IOException {
    Instant later = made.plus(Duration.ofDays(20));
    return TlsKeys.open(of.issue(home.resolve("newer"), "newer", later, 730, "urn:newer"));
  }

  private X509Certificate certificateFrom(Instant begin) throws IOException {
    Path directory = authority.issue(home.resolve("future"), "future", begin, 730, "urn:future");
    try (TlsKeys keys = TlsKeys.open(directory)) {
      return keys.certificate();
    }
  }

  @Test
  void aRevokedCertificateIsRefusedAndItsConnectionsEnd() throws Exception {
    try (TlsKeys keys = keys("client");
        SoapCaller caller = caller(keys)) {
      assertThat(get(() -> call(caller, "hello"))).isEqualTo("hello CN=client");
      Await.until(
          () -> endpoint.connectionCount() + " connections, not 1",
          () -> endpoint.connectionCount() == 1);

      authority.revoke(home.resolve("client")).publish(home.resolve("server"));
      serverKeys.refresh();
      Await.until(
          () -> endpoint.connectionCount() + " connections, not 0",
          () -> endpoint.connectionCount() == 0);
      // The caller may not have noticed yet that its connection is gone.
      assertThat(failureOf(call(caller, "again")).kind()).isIn(Kind.NOT_SENT, Kind.BROKEN);

      // An older list does not bring it back, nor does none.
      Files.delete(home.resolve("server/revoked.pem"));
      serverKeys.refresh();
      assertThat(serverKeys.objection(keys.certificate())).isPresent();
    }
  }

  @Test
  void aListThatIsSentIsTakenIfItIsNewerAndOfTheAuthority() throws Exception {
    keys("client").close();
    Path sender = Files.createDirectory(home.resolve("sender"));
    TestAuthority.of("g").revoke(home.resolve("client")).publish(sender);
    byte[] foreign = Files.readAllBytes(sender.resolve("revoked.pem"));
    authority.revoke(home.resolve("client")).publish(sender);
    byte[] list = Files.readAllBytes(sender.resolve("revoked.pem"));

    assertThat(serverKeys.takeRevocations(foreign)).isFalse();
    assertThat(serverKeys.takeRevocations(new byte[] {1, 2, 3})).isFalse();
    assertThat(serverKeys.revocations()).isEmpty();
    assertThat(serverKeys.takeRevocations(list)).isTrue();
    assertThat(serverKeys.takeRevocations(list)).as("it is not newer").isFalse();
    try (TlsKeys client = TlsKeys.open(home.resolve("client"));
        TlsKeys again = TlsKeys.open(home.resolve("server"))) {
      assertThat(serverKeys.objection(client.certificate())).isPresent();
      assertThat(again.objection(client.certificate())).as("it is kept").isPresent();
    }
  }

  @Test
  void aListThatCannotBeKeptIsUsedAllTheSame() throws Exception {
    keys("client").close();
    Path sender = Files.createDirectory(home.resolve("sender"));
    authority.revoke(home.resolve("client")).publish(sender);
    Files.createDirectories(home.resolve("server/revoked.pem.new/in-the-way"));

    assertThat(serverKeys.takeRevocations(Files.readAllBytes(sender.resolve("revoked.pem"))))
        .isTrue();
    serverKeys.refresh();
    try (TlsKeys client = TlsKeys.open(home.resolve("client"))) {
      assertThat(serverKeys.objection(client.certificate())).isPresent();
    }
  }

  @Test
  void aRenewedCertificateIsUsedWithoutARestart() throws Exception {
    try (TlsKeys keys = keys("client");
        SoapCaller caller = caller(keys)) {
      var before = serverKeys.certificate();
      authority.issue(home.resolve("server"), "server2", "urn:a:server");
      serverKeys.refresh();
      assertThat(serverKeys.certificate()).isNotEqualTo(before);
      assertThat(
              failure(
                  () ->
                      caller.call(
                          address(),
                          Echo.OPERATION,
                          "x",
                          LONG,
                          (text, peer) -> Optional.of("" + peer.getSubjectX500Principal()))))
          .hasMessageContaining("CN=server2");
    }
  }

  @Test
  void keysThatDoNotFitTogetherLeaveTheFormerInUse() throws Exception {
    var before = serverKeys.certificate();
    Path other = authority.issue(home.resolve("other"), "other", "urn:a");
    Files.copy(
        other.resolve("certificate.pem"),
        home.resolve("server/certificate.pem"),
        StandardCopyOption.REPLACE_EXISTING);
    serverKeys.refresh();
    assertThat(serverKeys.certificate()).isEqualTo(before);
  }

  @Test
  void plainHttpAndGarbageGetNoAnswer() throws Exception {
    for (String bytes :
        new String[] {"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "\0\1\2garbage\r\n\r\n"}) {
      try (Socket socket = new Socket()) {
        socket.connect(endpoint.address());
        socket.setSoTimeout((int) Await.limitMillis());
        socket.getOutputStream().write(bytes.getBytes(UTF_8));
        assertThat(received(socket)).doesNotContain("HTTP", "lab");
      }
    }
  }

  @Test
  void withoutKeysNoHttpsAddressIsCalledAndBack() throws Exception {
    try (TlsKeys keys = keys("client");
        SoapCaller secure = caller(keys);
        SoapCaller plain = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      CallFailure withoutKeys = failureOf(call(plain, "hello"));
      assertThat(withoutKeys.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(withoutKeys).hasMessageContaining("--keys");
      URI http = URI.create("http:/" + endpoint.address() + "/echo");
      CallFailure withKeys = failureOf(secure.call(http, Echo.OPERATION, "hello", LONG));
      assertThat(withKeys.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(withKeys).hasMessageContaining("only https");
      assertThat(get(() -> call(secure, "hello"))).isEqualTo("hello CN=client");
    }
  }

  @Test
  void aKeyThatOthersCanReadIsRefused() throws Exception {
    Path key = home.resolve("server/key.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> TlsKeys.open(home.resolve("server")))
        .isInstanceOf(KeysUnusable.class)
        .hasMessageContaining(key.toString())
        .hasMessageContaining("chmod 600");
  }

  @Test
  void aSecretMountedForTheGroupIsAccepted() throws Exception {
    Path key = home.resolve("server/key.pem");
    assumeThat(System.getProperty("user.name")).as("who may give files away").isEqualTo("root");
    Files.setOwner(
        key, key.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    TlsKeys.open(home.resolve("server")).close();

    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> TlsKeys.open(home.resolve("server")))
        .isInstanceOf(KeysUnusable.class)
        .hasMessageContaining("mode 0400");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> TlsKeys.open(home.resolve("none")))
        .isInstanceOf(KeysUnusable.class)
        .hasMessageContaining("authority.pem");
  }

  private void assertRefused(Path directory, String words) throws Exception {
    try (TlsKeys keys = TlsKeys.open(directory);
        SoapCaller caller = caller(keys)) {
      CallFailure failure = failure(() -> call(caller, "hello"));
      assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(failure).hasMessageContaining(words);
    }
  }

  /** All that comes until the server closes. */
  private static String received(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      return new String(in.readAllBytes(), ISO_8859_1);
    } catch (SocketException reset) {
      return "";
    }
  }

  private TlsKeys keys(String name) throws IOException {
    return TlsKeys.open(authority.issue(home.resolve(name), name, "urn:a:" + name));
  }

  private SoapCaller caller(TlsKeys keys) {
    CallerOptions lasting = CallerOptions.DEFAULT.withTimeouts(LONG, LONG, LONG);
    return new SoapCaller(loops, lasting.withKeys(keys, PeerCheck.ANY));
  }

  private CompletionStage<String> call(SoapCaller caller, String text) {
    return caller.call(address(), Echo.OPERATION, text, LONG);
  }

  private URI address() {
    return URI.create(endpoint.scheme() + ":/" + endpoint.address() + "/echo");
  }

  /** The answer to a call, which is made again if a side stood still during the handshake. */
  private static <T> T get(Supplier<CompletionStage<T>> call) {
    return Await.present(
        () -> "an answer",
        () -> {
          try {
            return Optional.of(Await.result(call.get()));
          } catch (CallFailure e) {
            if (!isOfASlowHandshake(e)) {
              throw e;
            }
            return Optional.empty();
          }
        });
  }

  private static CallFailure failure(Supplier<CompletionStage<String>> call) {
    Throwable thrown = catchThrowable(() -> get(call));
    assertThat(thrown).isInstanceOf(CallFailure.class);
    return (CallFailure) thrown;
  }

  private static CallFailure failureOf(CompletionStage<?> stage) {
    Throwable thrown = catchThrowable(() -> Await.result(stage));
    assertThat(thrown).isInstanceOf(CallFailure.class);
    return (CallFailure) thrown;
  }

  /** The sides wait for each other for a few seconds only. */
  private static boolean isOfASlowHandshake(CallFailure failure) {
    return failure.kind() == Kind.BROKEN
        || (failure.kind() == Kind.NOT_SENT
            && failure.getMessage().matches(".*(took too long|during the TLS handshake).*"));
  }
}
