package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.HostileCase.Attack;
import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a reader of the sources tried by HTTP: framing, upgrades, and odd ends of connections. */
final class AttemptCases {
  static final String ROW = "reader";
  private static final String SOAP = "Content-Type: application/soap+xml; charset=utf-8\r\n";
  private static final int MANY = 200;
  private static final int CHUNKS = 200_000;
  private static final int TRAILERS = 100_000;
  private static final long UNREAD_MILLIS = 3_000;
  private static final byte[] TLS_HELLO = {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

  private AttemptCases() {}

  static List<HostileCase> cases() {
    return Stream.of(framing(), targets(), ends()).flatMap(List::stream).toList();
  }

  private static List<HostileCase> framing() {
    return List.of(
        refused("length-and-chunked", "Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n"),
        refused("chunked-twice", "Transfer-Encoding: chunked, chunked", "0\r\n"),
        refused("gzip-chunked", "Transfer-Encoding: gzip, chunked", "0\r\n"),
        refused("chunk-size-overflow", "Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\nx"),
        refused("chunk-size-negative", "Transfer-Encoding: chunked", "-1\r\nx"),
        refused("length-plus", "Content-Length: +5", "<a/>x"),
        refused("length-list", "Content-Length: 4, 5", "<a/>x"),
        refused("length-overflow", "Content-Length: 99999999999999999999", "x"),
        refused("name-with-blank", "Content-Length : 4", "<a/>"),
        refused("folded-field", "X-A: b\r\n  folded\u0000: c", "<a/>"),
        refused("content-gzip", "Content-Encoding: gzip\r\nContent-Length: 4", "\u001f\u008bxx"),
        refused("expect-other", "Expect: 200-ok\r\nContent-Length: 4", "<a/>"),
        bytes("http2-preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1)),
        bytes("tls-hello", TLS_HELLO),
        bytes("http-0.9", "GET /\r\n\r\n".getBytes(ISO_8859_1)),
        attempt(
            "upgrade-h2c",
            "a good request with Upgrade: h2c",
            "answered as without",
            arena -> upgrade(arena)),
        attempt(
            "one-byte-chunks",
            CHUNKS + " chunks of a byte",
            "refused",
            arena -> chunks(arena, "1\r\nx\r\n".repeat(CHUNKS))),
        attempt(
            "trailers",
            TRAILERS + " trailers",
            "refused",
            arena -> chunks(arena, "0\r\n" + "A: b\r\n".repeat(TRAILERS))));
  }

  private static List<HostileCase> targets() {
    List<HostileCase> cases = new ArrayList<>();
    String[][] all = {
      {"connect-method", "CONNECT 10.88.0.2:7001"},
      {"options-star", "OPTIONS *"},
      {"trace-method", "TRACE /RAFT_Service"},
      {"path-up", "GET /RAFT_Service/..%2f..%2f..%2fetc/passwd"},
      {"path-nul", "GET /RAFT_Service%00.wsdl"},
      {"foreign-absolute", "POST http://example.org/RAFT_Service"},
      {"path-4k", "GET /" + "a%".repeat(2_000)},
    };
    for (String[] each : all) {
      cases.add(
          attempt(
              each[0],
              each[1].substring(0, Math.min(60, each[1].length())),
              "refused",
              arena -> {
                Target to = arena.target(arena.leader());
                String head = each[1] + " HTTP/1.1\r\nHost: " + to.authority() + "\r\n\r\n";
                return Answers.refused(arena.http().exchange(to, head.getBytes(ISO_8859_1)));
              }));
    }
    return cases;
  }

  private static List<HostileCase> ends() {
    return List.of(
        attempt(
            "half-closed",
            "a request, and the end of the sending side",
            "answered",
            AttemptCases::halfClosed),
        attempt(
            "reset-midway",
            MANY + " connections reset within a body of 1 MiB",
            "good requests go on",
            AttemptCases::resets),
        attempt(
            "unread-pipeline",
            "20 connections that pipeline 500 requests for a WSDL and read nothing for 3 s",
            "good requests go on",
            AttemptCases::unread),
        attempt(
            "pipelined-garbage",
            "two good requests, then garbage, on a connection",
            "two answers, then a refusal",
            AttemptCases::garbageBehind));
  }

  static HostileCase attempt(String name, String input, String expected, Attack attack) {
    return new HostileCase(ROW, name, input, expected, Effect.NONE, attack);
  }

  private static HostileCase refused(String name, String fields, String body) {
    return attempt(
        name,
        "a POST with " + fields.replaceAll("[\\r\\n\\x00]+", " "),
        "refused or closed",
        arena -> {
          Target to = arena.target(arena.leader());
          String head = begin(to) + fields + "\r\n\r\n" + body + "\r\n";
          return Answers.refused(arena.http().exchange(to, head.getBytes(ISO_8859_1)));
        });
  }

  private static HostileCase bytes(String name, byte[] sent) {
    return attempt(
        name,
        sent.length + " bytes that begin another protocol",
        "refused or closed",
        arena -> Answers.refused(arena.http().exchange(arena.target(arena.leader()), sent)));
  }

  private static String begin(Target to) {
    return "POST " + Target.PATH + " HTTP/1.1\r\nHost: " + to.authority() + "\r\n" + SOAP;
  }

  private static String upgrade(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String fields =
        "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n";
    RawHttp.Answer answer = arena.http().post(to, Soap.status(to).getBytes(UTF_8), fields);
    Answers.require(answer.status() == 200, "not answered", answer);
    return answer.summary();
  }

  private static String chunks(Arena arena, String chunks)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String all = begin(to) + "Transfer-Encoding: chunked\r\n\r\n" + chunks + "\r\n";
    return Answers.refused(arena.http().exchange(to, all.getBytes(ISO_8859_1)));
  }

  private static byte[] status(Target to, boolean isLast) {
    byte[] envelope = Soap.status(to).getBytes(UTF_8);
    String head = begin(to) + "Content-Length: " + envelope.length + "\r\n";
    String end = isLast ? "Connection: close\r\n\r\n" : "\r\n";
    return (head + end + new String(envelope, ISO_8859_1)).getBytes(ISO_8859_1);
  }

  private static String halfClosed(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    try (Socket socket = arena.http().connect(to)) {
      socket.getOutputStream().write(status(to, false));
      socket.shutdownOutput();
      RawHttp.Answer answer = RawHttp.read(socket, System.nanoTime());
      Answers.require(answer.status() == 200 || answer.status() == 0, "not answered", answer);
      return answer.summary();
    }
  }

  private static String resets(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    byte[] head = (begin(to) + "Content-Length: 1048576\r\n\r\n").getBytes(ISO_8859_1);
    for (int i = 0; i < MANY; i++) {
      try (Socket socket = arena.http().connect(to)) {
        socket.getOutputStream().write(head);
        socket.getOutputStream().write(new byte[1 + i * 100]);
        socket.setSoLinger(true, 0);
      }
    }
    return MANY + " reset";
  }

  private static String unread(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String get = "GET " + Target.PATH + "/flotilla.wsdl HTTP/1.1\r\nHost: " + to.authority();
    byte[] all = (get + "\r\n\r\n").repeat(500).getBytes(ISO_8859_1);
    try (Crowd crowd = new Crowd(arena.http())) {
      return crowd.open(to, 20, all).hold(UNREAD_MILLIS, false);
    }
  }

  private static String garbageBehind(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    try (Socket socket = arena.http().connect(to)) {
      socket.getOutputStream().write(status(to, false));
      socket.getOutputStream().write(status(to, false));
      socket.getOutputStream().write("\u0001garbage\r\n\r\n".getBytes(ISO_8859_1));
      String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
      int answers = all.split("HTTP/1.1 200", -1).length - 1;
      boolean isRefused = all.contains("HTTP/1.1 400");
      Answers.require(answers == 2 && isRefused, answers + " answers, refused: " + isRefused);
      return "two answers and 400";
    }
  }
}
