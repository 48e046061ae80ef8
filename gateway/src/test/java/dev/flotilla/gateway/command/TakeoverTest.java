package dev.flotilla.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways in processes of their own, of which one is killed or paused. */
class TakeoverTest {
  private static final String GROUP = "takeover-test";

  @TempDir Path directory;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private FlotillaServer server;
  private RegisterServer web;
  private ChildProcess first;
  private ChildProcess second;

  @BeforeEach
  void start() throws Exception {
    server =
        FlotillaServer.builder(new KeyValueStore())
            .group(GROUP)
            .expect(1)
            .withoutDiscovery()
            .directory(directory.resolve("member"))
            .start();
    server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    web = RegisterServer.start();
    first = gateway("first");
    second = gateway("second");
  }

  @AfterEach
  void end() {
    first.close();
    second.close();
    web.close();
    server.close();
  }

  @Test
  void aKilledGatewayUndoesNoLaterWrite() throws Exception {
    try (Socket client = putUntilHeld(first, "v1")) {
      first.close();
      Await.until(() -> "the end of the first gateway", () -> !isAlive(first));
      web.dropFirst();

      putUntilDone(second, "v1");
      putUntilDone(second, "v2");
      awaitTakeover();

      assertThat(client.isConnected()).isTrue();
      assertThat(web.executed).endsWith("v2");
    }
  }

  @Test
  @Tag("full")
  void aPausedGatewayUndoesNoLaterWrite() throws Exception {
    try (Socket client = putUntilHeld(first, "v1")) {
      signal("STOP", first);
      putUntilDone(second, "v1");
      putUntilDone(second, "v2");
      awaitTakeover();

      web.dropFirst();
      signal("CONT", first);
      String answer = new String(client.getInputStream().readNBytes(12), StandardCharsets.UTF_8);

      assertThat(answer).isEqualTo("HTTP/1.1 503");
      assertThat(web.executed).endsWith("v2");
    }
  }

  private ChildProcess gateway(String name) throws Exception {
    return ServingProcess.start(
        name,
        directory,
        List.of(
            "--listen",
            "127.0.0.1:0",
            "--backends",
            web.address(),
            "--log",
            "sync",
            "--group",
            GROUP,
            "--servers",
            server.address().toString(),
            "--dead-millis",
            "2000"));
  }

  private static void signal(String name, ChildProcess process) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  private static boolean isAlive(ChildProcess process) {
    return ProcessHandle.of(process.pid()).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Sends a value until the web server holds it; a gateway without its lease refuses it. */
  private Socket putUntilHeld(ChildProcess gateway, String value) throws Exception {
    AtomicReference<Socket> client = new AtomicReference<>(put(gateway, value));
    Await.until(
        () -> "a PUT that the web server holds",
        () -> {
          if (!web.hasFirst() && client.get().getInputStream().available() > 0) {
            client.get().close();
            client.set(put(gateway, value));
          }
          return web.hasFirst();
        });
    return client.get();
  }

  /** Sends a value, and does not wait for the answer. */
  private static Socket put(ChildProcess gateway, String value) throws Exception {
    URI address = URI.create("http://" + gateway.address());
    Socket socket = new Socket(address.getHost(), address.getPort());
    String request =
        "PUT /register HTTP/1.1\r\nHost: x\r\nContent-Length: %s\r\n\r\n%s"
            .formatted(value.length(), value);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  /** As a client does that repeats what it may repeat. */
  private void putUntilDone(ChildProcess gateway, String value) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + gateway.address() + "/register"))
            .PUT(HttpRequest.BodyPublishers.ofString(value))
            .build();
    Await.until(() -> "PUT " + value, () -> status(request) == 200);
  }

  private int status(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private void awaitTakeover() throws Exception {
    Await.until(
        () -> "a takeover; it printed " + second.lines(),
        () ->
            second.lines().stream()
                .anyMatch(it -> it.startsWith("event gateway ") && it.contains(" left ")));
  }
}
