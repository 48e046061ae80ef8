package dev.flotilla.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.http.HttpExchange;
import dev.flotilla.dpws.http.HttpResource;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests: four paths, and no other. On the event loop of the console. */
final class ConsoleHandler implements Consumer<HttpExchange> {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleHandler.class);
  private static final String JSON = "application/json; charset=utf-8";
  private static final long MAX_STATE_MILLIS = 3_000;
  private static final Pattern AFTER = Pattern.compile("after=(\\d{1,18})&run=([0-9a-f-]{36})");

  /** What a request that changes something must have; no page of another site can send it. */
  private static final String MARK = "X-Flotilla";

  private static final List<String> MARKED = List.of("console");

  private final Console console;
  private final HttpResource page;

  ConsoleHandler(Console console, HttpResource page) {
    this.console = console;
    this.page = page;
  }

  @Override
  public void accept(HttpExchange exchange) {
    String wanted = exchange.path().equals("/recording") ? "POST" : "GET";
    switch (exchange.path()) {
      case "/", "/state.json", "/events", "/recording" -> {
        if (!exchange.method().equals(wanted)) {
          exchange.answer(405, "only " + wanted + " is allowed here", "Allow: " + wanted);
          return;
        }
        switch (exchange.path()) {
          case "/" -> exchange.answer(200, page);
          case "/state.json" -> state(exchange);
          case "/events" -> events(exchange);
          default -> recording(exchange);
        }
      }
      default -> exchange.answer(404, "there is only /, /state.json, /events and /recording");
    }
  }

  private void state(HttpExchange exchange) {
    console.freshState(MAX_STATE_MILLIS, state -> exchange.answer(200, json(console.json(state))));
  }

  private void events(HttpExchange exchange) {
    Matcher after = AFTER.matcher(exchange.query());
    long lastLine =
        after.matches() && console.isThisRun(after.group(2)) ? Long.parseLong(after.group(1)) : 0;
    if (!console.streams().open(exchange, lastLine)) {
      exchange.answer(
          503,
          "%s pages watch already, which is the limit; close one"
              .formatted(EventStreams.MAX_STREAMS),
          "Retry-After: 10");
    }
  }

  private void recording(HttpExchange exchange) {
    if (!exchange.header(MARK).equals(MARKED)) {
      exchange.answer(403, "the header %s: %s is missing".formatted(MARK, MARKED.get(0)));
      return;
    }
    switch (exchange.body()) {
      case "start" -> console.run(() -> startRecording(exchange));
      case "stop" ->
          console.run(
              () -> {
                console.stopRecording();
                answerRecording(exchange);
              });
      default -> exchange.answer(400, "the body is start or stop");
    }
  }

  private void startRecording(HttpExchange exchange) {
    try {
      console.startRecording();
      answerRecording(exchange);
    } catch (IOException e) {
      LOG.warn("A recording cannot begin: {}", e.toString());
      exchange.answer(500, "the recording cannot begin: " + e.getMessage());
    }
  }

  private void answerRecording(HttpExchange exchange) {
    exchange.answer(200, json(StateJson.of(console.recording())));
  }

  private static HttpResource json(String text) {
    return HttpResource.of(JSON, text.getBytes(UTF_8));
  }
}
