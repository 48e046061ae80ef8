package dev.flotilla.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.flotilla.console.RequestRules.Refusal;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests: four paths, and no other. Any thread. */
final class ConsoleHandler implements HttpHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleHandler.class);
  private static final String JSON = "application/json; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final long MAX_STATE_MILLIS = 3_000;
  private static final int MAX_BODY_BYTES = 64;
  private static final Pattern AFTER = Pattern.compile("after=(\\d{1,18})&run=([0-9a-f-]{36})");

  private final Console console;
  private final RequestRules rules;
  private final Page page;

  ConsoleHandler(Console console, RequestRules rules, Page page) {
    this.console = console;
    this.rules = rules;
    this.page = page;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try {
      protect(exchange.getResponseHeaders());
      Optional<Refusal> refusal =
          rules.refusal(exchange.getRequestHeaders(), exchange.getLocalAddress());
      if (refusal.isPresent()) {
        refuse(exchange, refusal.get().status(), refusal.get().reason());
      } else {
        route(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.close();
    } catch (RuntimeException e) {
      LOG.warn("A request to the console failed", e);
      exchange.close();
    }
  }

  private void protect(Headers headers) {
    headers.set("Content-Security-Policy", page.policy());
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }

  private void route(HttpExchange exchange) throws IOException, InterruptedException {
    String path = String.valueOf(exchange.getRequestURI().getRawPath());
    String wanted = path.equals("/recording") ? "POST" : "GET";
    switch (path) {
      case "/", "/state.json", "/events", "/recording" -> {
        if (!exchange.getRequestMethod().equals(wanted)) {
          exchange.getResponseHeaders().set("Allow", wanted);
          refuse(exchange, 405, "only " + wanted + " is allowed here");
          return;
        }
        switch (path) {
          case "/" -> send(exchange, 200, "text/html; charset=utf-8", page.html());
          case "/state.json" -> state(exchange);
          case "/events" -> events(exchange);
          default -> recording(exchange);
        }
      }
      default -> refuse(exchange, 404, "there is only /, /state.json, /events and /recording");
    }
  }

  private void state(HttpExchange exchange) throws IOException, InterruptedException {
    String json = console.json(console.freshState(MAX_STATE_MILLIS));
    send(exchange, 200, JSON, json.getBytes(UTF_8));
  }

  private void events(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getRawQuery();
    Matcher after = AFTER.matcher(query == null ? "" : query);
    long lastLine =
        after.matches() && console.isThisRun(after.group(2)) ? Long.parseLong(after.group(1)) : 0;
    if (!console.streams().open(exchange, lastLine)) {
      exchange.getResponseHeaders().set("Retry-After", "10");
      refuse(
          exchange,
          503,
          "%s pages watch already, which is the limit; close one"
              .formatted(EventStreams.MAX_STREAMS));
    }
  }

  private void recording(HttpExchange exchange) throws IOException {
    if (!RequestRules.isMarked(exchange.getRequestHeaders())) {
      refuse(
          exchange,
          403,
          "the header %s: %s is missing".formatted(RequestRules.HEADER, RequestRules.HEADER_VALUE));
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES);
    switch (new String(body, UTF_8)) {
      case "start" -> startRecording(exchange);
      case "stop" -> {
        console.stopRecording();
        sendRecording(exchange);
      }
      default -> refuse(exchange, 400, "the body is start or stop");
    }
  }

  private void startRecording(HttpExchange exchange) throws IOException {
    try {
      console.startRecording();
    } catch (IOException e) {
      LOG.warn("A recording cannot begin: {}", e.toString());
      refuse(exchange, 500, "the recording cannot begin: " + e.getMessage());
      return;
    }
    sendRecording(exchange);
  }

  private void sendRecording(HttpExchange exchange) throws IOException {
    send(exchange, 200, JSON, StateJson.of(console.recording()).getBytes(UTF_8));
  }

  private static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
    exchange.getResponseHeaders().set("Connection", "close");
    send(exchange, status, TEXT, (reason + "\n").getBytes(UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
    if (!isHead) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }
}
