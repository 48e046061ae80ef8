package dev.flotilla.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.tls.PeerCheck;
import dev.flotilla.dpws.tls.TestAuthority;
import dev.flotilla.dpws.tls.TlsKeys;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A server with keys in a process of its own: a client that it refuses is refused without a
 * timeout, with a line in its log, and learns nothing of the group.
 */
@Tag("full")
class KeysProcessTest {
  private static final String GROUP = "secretname";
  private static final String MEMBER = "urn:uuid:" + UUID.randomUUID();
  private static final Duration CALL_TIMEOUT = Await.limit();

  @TempDir private static Path home;
  private static final TestAuthority AUTHORITY = TestAuthority.of(GROUP);
  private final EventLoops loops = EventLoops.start(1, "test");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private static ServerProcess server;
  private static URI address;

  @BeforeAll
  static void start() throws Exception {
    Path keys =
        AUTHORITY.issue(
            home.resolve("server"), "server", Instant.now(), 20, role("member"), MEMBER);
    server =
        ServerProcess.start(
            home.resolve("data"), "--expect", "1", "--no-discovery", "--keys", keys.toString());
    address = server.address();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  @Test
  @Tag("full")
  void whoeverHasNoRightIsRefusedAndLogged() throws Exception {
    assertThat(server.member()).isEqualTo(MEMBER);
    warmUp();
    isRefused(
        TestAuthority.of(GROUP).issue(home.resolve("foreign"), "foreign", role("admin")),
        "not issued by the authority");
    isRefused(
        AUTHORITY.issueExpired(home.resolve("old"), "old", role("admin")), "certificate expired");
    Path revoked = key("gone", "admin");
    AUTHORITY.revoke(revoked).publish(home.resolve("server"));
    Await.until(
        () -> "a refusal of the revoked certificate",
        () ->
            catchThrowable(() -> call(revoked, RaftOperations.STATUS, StatusRequest.INSTANCE))
                != null);
    isRefused(revoked, "certificate is revoked");

    isForbidden(key("client", "client"), RaftOperations.TAKE_SNAPSHOT, anyone(), "may not ask for");
    isForbidden(key("client2", "client"), RaftOperations.REQUEST_VOTE, vote(MEMBER), "RequestVote");
    isForbidden(key("watcher", "observer"), RaftOperations.PROMOTE, anyone(), "Promote");
    isForbidden(
        AUTHORITY.issue(
            home.resolve("other"), "other", role("member"), "urn:uuid:" + UUID.randomUUID()),
        RaftOperations.REQUEST_VOTE,
        vote(MEMBER),
        "speaks as " + MEMBER);

    getsNothing("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "does not speak TLS");
    getsNothing("\0\1\2\3garbage and more of it", "does not speak TLS");
    getsNothing("\26\3\1\1\0\1\0", "handshake timed out");
    showsNoCertificate();
  }

  @Test
  void commandsSpeakTlsWithKeys() throws Exception {
    Path client = key("user", "client");
    Path observer = key("reader", "observer");
    assertThat(run(client, "insert", "--group", GROUP, "x=1")).as("%s", err).isZero();
    assertThat(run(observer, "status")).as("%s", err).isZero();
    assertThat(out.toString())
        .contains("leader", MEMBER, "https://", "CERTIFICATE expires at", "renew it");
    awaitLog("renew it");

    assertThat(run(observer, "insert", "--group", GROUP, "x=1"))
        .isEqualTo(ExitCode.UNAVAILABLE.number());
    assertThat(err.toString()).contains("certificate").hasLineCount(1);
    Path admin = key("operator", "admin");
    String backup = home.resolve("backup").toString();
    assertThat(run(admin, "backup", "--group", GROUP, "--out", backup)).as("%s", err).isZero();
    restoresWithTheIdOfTheKeys(backup);
    assertThat(run(client, "members", "snapshot", "--group", GROUP, MEMBER)).isNotZero();
    assertThat(err.toString()).contains("certificate").hasLineCount(1);
    assertThat(run(home.resolve("none"), "status")).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("authority.pem").hasLineCount(1);

    // Without keys the address is not even called.
    assertThat(
            execute(
                "status",
                "--group",
                GROUP,
                "--timeout",
                "1",
                "--forget",
                "--servers",
                address.toString()))
        .isEqualTo(ExitCode.UNAVAILABLE.number());
  }

  @Tag("full")
  @Test
  void wrongKeysAndRolesAreSaidWithTheRemedy() throws Exception {
    warmUp();
    Path foreign = TestAuthority.of(GROUP).issue(home.resolve("alien"), "alien", role("admin"));
    for (String line : List.of("status", "members", "insert x")) {
      String[] words = (line + " --group " + GROUP).split(" ", -1);
      assertThat(run(foreign, words)).as(line).isEqualTo(ExitCode.UNAVAILABLE.number());
      assertThat(err.toString()).as(line).contains("not issued by the authority", "use keys");
    }
    String[] backup = {"backup", "--group", GROUP, "--out", home.resolve("b2").toString()};
    assertThat(run(key("simple", "client"), backup)).isEqualTo(ExitCode.UNAVAILABLE.number());
    assertThat(err.toString()).contains("the role admin");
  }

  private void restoresWithTheIdOfTheKeys(String backup) {
    String other = "urn:uuid:" + UUID.randomUUID();
    Path keys =
        TestAuthority.of("restored")
            .issue(home.resolve("keys2"), "first", Instant.now(), 400, role("member"), other);
    String data = home.resolve("restored").toString();
    String[] line = {
      "restore",
      backup,
      "--data",
      data,
      "--timeout",
      "1",
      "--keys",
      keys.toString(),
      "--group",
      GROUP
    };

    assertThat(execute(line)).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains(other, "flotilla keys init " + GROUP).hasLineCount(1);
    line[line.length - 1] = "restored";
    assertThat(execute(line)).as("%s", err).isZero();
    assertThat(out.toString()).contains("its only member is " + other);
  }

  /** The first handshake and the first request load classes, which takes its time. */
  private void warmUp() throws IOException {
    assertThat(
            catchThrowable(
                () -> call(key("warm", "admin"), RaftOperations.STATUS, StatusRequest.INSTANCE)))
        .isNull();
  }

  /** By TLS, and with no word of the group. */
  private void isRefused(Path keys, String logged) throws Exception {
    // As one that would believe this server.
    Files.writeString(
        keys.resolve("authority.pem"),
        Files.readString(keys.resolve("authority.pem"))
            + Files.readString(home.resolve("server/authority.pem")));
    CallFailure failure = failure(keys, RaftOperations.STATUS, StatusRequest.INSTANCE);
    assertThat(failure.kind()).as(logged).isIn(Kind.NOT_SENT, Kind.BROKEN);
    assertThat(failure.getMessage()).doesNotContain(GROUP, MEMBER);
    awaitLog(logged);
  }

  /** By a fault with no word of the group. */
  private <Q, A> void isForbidden(Path keys, Operation<Q, A> operation, Q request, String logged)
      throws Exception {
    CallFailure failure = failure(keys, operation, request);
    assertThat(RaftFault.of(failure.fault())).as(logged).contains(RaftFault.FORBIDDEN);
    assertThat(failure.fault().reason()).doesNotContain(GROUP, MEMBER);
    awaitLog(logged);
  }

  /** The server closes the connection; otherwise the limit of reading ends the test. */
  private void getsNothing(String bytes, String logged) throws Exception {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout((int) Await.limitMillis());
      socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
      assertThat(received(socket)).doesNotContain(GROUP, MEMBER, "HTTP");
    }
    awaitLog(logged);
  }

  private void showsNoCertificate() throws Exception {
    var anybody = new TrustManager[] {new Gullible()};
    var context = SSLContext.getInstance("TLS");
    context.init(null, anybody, null);
    try (Socket socket =
        context.getSocketFactory().createSocket(address.getHost(), address.getPort())) {
      socket.setSoTimeout((int) Await.limitMillis());
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(UTF_8));
      assertThat(received(socket)).isEmpty();
    } catch (IOException refused) {
      assertThat(refused.getMessage()).doesNotContain(GROUP, MEMBER);
    }
    awaitLog("shows no certificate");
  }

  private static String received(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      return new String(in.readAllBytes(), ISO_8859_1);
    } catch (SocketException | SSLException refused) {
      return "";
    }
  }

  private void awaitLog(String words) throws Exception {
    Path log = ServerProcess.logOf(home.resolve("data"));
    Await.until(
        () -> "'%s' in %s".formatted(words, log), () -> Files.readString(log).contains(words));
  }

  private Path key(String name, String role) {
    return AUTHORITY.issue(home.resolve(name), name, role(role));
  }

  private static String role(String role) {
    return "urn:flotilla:role:" + role;
  }

  private static MemberRequest anyone() {
    return new MemberRequest(Optional.empty(), Optional.empty());
  }

  private static PeerRequest<RequestVote> vote(String from) {
    Member member = new Member(NodeId.parse(from), new Incarnation(1, 1));
    return new PeerRequest<>(
        new PeerHeader(1, new GroupId("any"), member, member),
        "https://127.0.0.1:1/RAFT_Service",
        new RequestVote(100, new LogPosition(100, 100), 1));
  }

  private <Q, A> A call(Path directory, Operation<Q, A> operation, Q request) throws Exception {
    try (TlsKeys keys = TlsKeys.open(directory);
        SoapCaller caller =
            new SoapCaller(loops, CallerOptions.DEFAULT.withKeys(keys, PeerCheck.ANY))) {
      return caller
          .call(address, operation, request, CALL_TIMEOUT)
          .toCompletableFuture()
          .get(Await.limitSeconds(), TimeUnit.SECONDS);
    }
  }

  private <Q, A> CallFailure failure(Path keys, Operation<Q, A> operation, Q request) {
    Throwable thrown = catchThrowable(() -> call(keys, operation, request));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    return (CallFailure) thrown.getCause();
  }

  private int run(Path keys, String... words) {
    String[] line = new String[words.length + 7];
    System.arraycopy(words, 0, line, 0, words.length);
    String[] rest = {
      "--forget", "--timeout", "30", "--servers", address.toString(), "--keys", keys.toString()
    };
    System.arraycopy(rest, 0, line, words.length, rest.length);
    return execute(line);
  }

  private int execute(String... words) {
    err.getBuffer().setLength(0);
    CommandLine command = FlotillaCommand.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(words);
  }
}
