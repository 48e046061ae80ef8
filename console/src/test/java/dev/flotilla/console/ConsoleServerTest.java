package dev.flotilla.console;

import static dev.flotilla.console.TestStates.follower;
import static dev.flotilla.console.TestStates.leader;
import static dev.flotilla.console.TestStates.state;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The endpoints of a console, and what bounds them. */
class ConsoleServerTest {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  @TempDir private Path directory;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Source source = new Source();
  private ConsoleServer server;

  /** Answers with what it is told, and counts. */
  private static final class Source implements ConsoleSource {
    private final AtomicInteger reads = new AtomicInteger();
    private final CountDownLatch fourReads = new CountDownLatch(4);
    private volatile ConsoleState state = state(0, leader("a", 1), follower("b", "voter"));
    private volatile String failure = "";

    @Override
    public CompletionStage<ConsoleState> read() {
      reads.incrementAndGet();
      fourReads.countDown();
      return failure.isEmpty()
          ? CompletableFuture.completedStage(state)
          : CompletableFuture.failedStage(new IOException(failure));
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = ConsoleServer.start(settings(0), source, PAUSE_NANOS);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void thePageHasAStrictPolicy() throws Exception {
    HttpResponse<String> page = get("");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).startsWith("<!doctype html>");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'sha256-", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(page.body()).doesNotContain("https://", "src=", "innerHTML", "onclick=");
  }

  @Test
  void theStateIsServedAsJson() throws Exception {
    JsonObject read = JsonParser.parseString(get("state.json").body()).getAsJsonObject();

    assertThat(read.get("group").getAsString()).isEqualTo("hall");
    assertThat(read.getAsJsonArray("members")).hasSize(2);
    assertThat(read.getAsJsonObject("recording").get("running").getAsBoolean()).isFalse();
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    assertThat(get("other").statusCode()).isEqualTo(404);
    assertThat(get("state.json/..").statusCode()).isEqualTo(404);
    assertThat(get("recording").statusCode()).isEqualTo(405);
    assertThat(post("state.json", "x").statusCode()).isEqualTo(405);
  }

  @Test
  void anotherHostIsRefused() throws Exception {
    assertThat(raw("GET /state.json HTTP/1.1\r\nHost: attacker.example\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ")
        .doesNotContain("hall");
    assertThat(raw("GET / HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    assertThat(raw("GET http://x.example/ HTTP/1.1\r\nHost: x.example\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ");
  }

  @Test
  void aStreamHasTheStateThenTheLogAndEndsWithTheServer() throws Exception {
    try (BufferedReader events = stream("events")) {
      assertThat(next(events, "state").get("group").getAsString()).isEqualTo("hall");
      assertThat(next(events, "log").get("text").getAsString())
          .isEqualTo("member a leads in term 1");
      source.state = state(1, follower("a", "voter"), leader("b", 2));
      assertThat(next(events, "log").get("text").getAsString())
          .isEqualTo("member b leads in term 2");
      server.close();
      assertThat(hasEnded(events)).isTrue();
    }
  }

  @Test
  void aReaderThatComesBackGetsTheLinesThatItLacks() throws Exception {
    String run;
    try (BufferedReader events = stream("events")) {
      run = next(events, "state").get("run").getAsString();
      assertThat(next(events, "log").get("number").getAsInt()).isEqualTo(1);
    }
    source.state = state(1, follower("a", "voter"), leader("b", 2));
    try (BufferedReader events = stream("events?after=1&run=" + run)) {
      assertThat(next(events, "log").get("number").getAsInt()).isEqualTo(2);
    }
    String otherRun = "00000000-0000-0000-0000-000000000000";
    try (BufferedReader events = stream("events?after=1&run=" + otherRun)) {
      assertThat(next(events, "log").get("number").getAsInt()).isEqualTo(1);
    }
  }

  @Test
  void streamsAreBounded() throws Exception {
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < EventStreams.MAX_STREAMS; i++) {
      HttpResponse<InputStream> response =
          client.send(request("events"), BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      open.add(response.body());
    }

    HttpResponse<String> oneMore = get("events");

    assertThat(oneMore.statusCode()).isEqualTo(503);
    assertThat(oneMore.body()).contains("16 pages watch already");
    assertThat(get("state.json").statusCode()).isEqualTo(200);
    for (InputStream stream : open) {
      stream.close();
    }
  }

  @Test
  void aRecordingNeedsTheHeader() throws Exception {
    HttpResponse<String> refused = post("recording", "start");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(directory.resolve("recordings")).doesNotExist();
    assertThat(marked("pause").statusCode()).isEqualTo(400);
    assertThat(marked("start".repeat(100)).statusCode()).isEqualTo(400);
  }

  @Test
  void aRecordingRunsWhileNobodyWatches() throws Exception {
    JsonObject started = JsonParser.parseString(marked("start").body()).getAsJsonObject();
    boolean hasRead = source.fourReads.await(Await.limitSeconds(), TimeUnit.SECONDS);
    JsonObject stopped = JsonParser.parseString(marked("stop").body()).getAsJsonObject();

    assertThat(started.get("running").getAsBoolean()).isTrue();
    assertThat(hasRead).isTrue();
    assertThat(stopped.get("running").getAsBoolean()).isFalse();
    Path made = Path.of(stopped.get("directory").getAsString());
    assertThat(Files.readAllLines(made.resolve("member-a.csv"))).hasSizeGreaterThan(2);
    assertThat(Files.readString(made.resolve("events.csv"))).contains("recording ends");
  }

  @Test
  void aFailureIsShownWithTheLastValues() throws Exception {
    try (BufferedReader events = stream("events")) {
      next(events, "state");
      source.failure = "no network";
      JsonObject state = next(events, "state");
      while (state.getAsJsonArray("problems").isEmpty()) {
        state = next(events, "state");
      }
      assertThat(state.getAsJsonArray("problems").get(0).getAsString()).contains("no network");
      assertThat(state.getAsJsonArray("members")).hasSize(2);
    }
  }

  @Test
  void noThreadKeepsTheProcessAlive() throws Exception {
    try (BufferedReader events = stream("events")) {
      next(events, "state");
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(it -> it.getName().startsWith("flotilla-") || it.getName().contains("HTTP-"))
          .hasSizeGreaterThan(1)
          .allMatch(Thread::isDaemon);
    }
  }

  @Test
  void theProcessKeepsItsSystemProperties() throws Exception {
    Properties before = (Properties) System.getProperties().clone();
    try (ConsoleServer another = ConsoleServer.start(settings(0), source)) {
      assertThat(another.address().getPort()).isPositive();
    }

    assertThat(System.getProperties()).isEqualTo(before);
  }

  @Test
  void aPortInUseIsNamed() {
    assertThatThrownBy(() -> ConsoleServer.start(settings(server.address().getPort()), source))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("choose another port");
  }

  @Test
  void beyondThisMachineItMustBeAllowed() {
    InetSocketAddress anywhere = new InetSocketAddress("0.0.0.0", 0);

    assertThatThrownBy(() -> ConsoleSettings.on(anywhere, directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--insecure-console");
  }

  private ConsoleSettings settings(int port) {
    return ConsoleSettings.on(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        directory.resolve("recordings"));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path), BodyHandlers.ofString());
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(uri(path)).build();
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> marked(String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri("recording"))
            .header("X-Flotilla", "console")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private BufferedReader stream(String path) throws Exception {
    InputStream body = client.send(request(path), BodyHandlers.ofInputStream()).body();
    return new BufferedReader(new InputStreamReader(body, UTF_8));
  }

  /** Reads to the end, which may be that the connection is cut. */
  private static boolean hasEnded(BufferedReader events) {
    try {
      return events.lines().count() >= 0;
    } catch (UncheckedIOException e) {
      return true;
    }
  }

  /** The data of the next event of this kind. */
  private static JsonObject next(BufferedReader events, String kind) throws IOException {
    String line = events.readLine();
    while (!line.equals("event: " + kind)) {
      line = events.readLine();
    }
    return JsonParser.parseString(events.readLine().substring("data: ".length())).getAsJsonObject();
  }

  /** What is answered to these bytes, until the connection is closed. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private URI uri(String path) {
    return server.url().resolve("/" + path);
  }
}
