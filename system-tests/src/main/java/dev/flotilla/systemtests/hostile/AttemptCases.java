package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.Socket;
import java.util.List;

/** What a reader of the sources tried by HTTP: framing, upgrades, and odd ends of connections. */
final class AttemptCases {
  private static final int RESETS = 200;
  private static final int CHUNKS = 200_000;
  private static final int TRAILERS = 100_000;
  private static final long UNREAD_MILLIS = 3_000;

  private AttemptCases() {}

  static void addTo(Attacks all) {
    String chunked = "Transfer-Encoding: chunked";
    post(all, "length-and-chunked", "Content-Length: 5\r\n" + chunked, "0\r\n");
    post(all, "chunked-twice", "Transfer-Encoding: chunked, chunked", "0\r\n");
    post(all, "gzip-chunked", "Transfer-Encoding: gzip, chunked", "0\r\n");
    post(all, "chunk-size-overflow", chunked, "FFFFFFFFFFFFFFFFF\r\nx");
    post(all, "chunk-size-negative", chunked, "-1\r\nx");
    post(all, "length-plus", "Content-Length: +5", "<a/>x");
    post(all, "length-list", "Content-Length: 4, 5", "<a/>x");
    post(all, "length-overflow", "Content-Length: 99999999999999999999", "x");
    post(all, "name-with-blank", "Content-Length : 4", "<a/>");
    post(all, "folded-field", "X-A: b\r\n  folded\u0000: c", "<a/>");
    post(all, "content-gzip", "Content-Encoding: gzip\r\nContent-Length: 4", "\u001f\u008bxx");
    post(all, "expect-other", "Expect: 200-ok\r\nContent-Length: 4", "<a/>");
    all.raw("http2-preface", to -> "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    all.raw("tls-hello", to -> "\u0016\3\1\2\0\1\0\1\u00fc\3\3");
    all.raw("http-0.9", to -> "GET /\r\n\r\n");
    all.requests("upgrade-h2c", List.of(AttemptCases::upgrade));
    post(all, "one-byte-chunks", chunked, "1\r\nx\r\n".repeat(CHUNKS));
    post(all, "trailers", chunked, "0\r\n" + "A: b\r\n".repeat(TRAILERS));
    begin(all, "connect-method", "CONNECT 10.88.0.2:7001");
    begin(all, "options-star", "OPTIONS *");
    begin(all, "trace-method", "TRACE /RAFT_Service");
    begin(all, "path-up", "GET /RAFT_Service/..%2f..%2f..%2fetc/passwd");
    begin(all, "path-nul", "GET /RAFT_Service%00.wsdl");
    begin(all, "foreign-absolute", "POST http://example.org/RAFT_Service");
    begin(all, "path-4k", "GET /" + "a%".repeat(2_000));
    all.requests("half-closed", List.of(AttemptCases::halfClosed));
    all.own("reset-midway", AttemptCases::resets);
    all.own("unread-pipeline", AttemptCases::unread);
    all.own("pipelined-garbage", AttemptCases::garbageBehind);
  }

  private static void post(Attacks all, String name, String fields, String body) {
    all.raw(name, to -> head(to) + fields + "\r\n\r\n" + body + "\r\n");
  }

  private static void begin(Attacks all, String name, String line) {
    all.raw(name, to -> line + " HTTP/1.1\r\n" + RawHttp.host(to) + "\r\n");
  }

  private static String head(Target to) {
    return "POST "
        + Target.PATH
        + " HTTP/1.1\r\n"
        + RawHttp.host(to)
        + "Content-Type: application/soap+xml; charset=utf-8\r\n";
  }

  private static RawHttp.Answer upgrade(RawHttp http, Target to) throws IOException {
    String fields =
        "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n";
    return http.post(to, Soap.status(to).getBytes(UTF_8), fields);
  }

  /** A good request that leaves the connection open. */
  private static byte[] status(Target to) {
    String envelope = Soap.status(to);
    String length = "Content-Length: " + envelope.length() + "\r\n\r\n";
    return (head(to) + length + envelope).getBytes(ISO_8859_1);
  }

  private static RawHttp.Answer halfClosed(RawHttp http, Target to) throws IOException {
    try (Socket socket = http.connect(to)) {
      socket.getOutputStream().write(status(to));
      socket.shutdownOutput();
      return RawHttp.read(socket, System.nanoTime());
    }
  }

  private static String resets(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    byte[] head = (head(to) + "Content-Length: 1048576\r\n\r\n").getBytes(ISO_8859_1);
    for (int i = 0; i < RESETS; i++) {
      try (Socket socket = arena.http().connect(to)) {
        socket.getOutputStream().write(head);
        socket.getOutputStream().write(new byte[1 + i * 100]);
        socket.setSoLinger(true, 0);
      }
    }
    return RESETS + " reset";
  }

  private static String unread(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String get = "GET " + Target.PATH + "/flotilla.wsdl HTTP/1.1\r\n" + RawHttp.host(to) + "\r\n";
    try (Crowd crowd = new Crowd(arena.http())) {
      return crowd.open(to, 20, get.repeat(500)).hold(UNREAD_MILLIS, false);
    }
  }

  private static String garbageBehind(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    try (Socket socket = arena.http().connect(to)) {
      socket.getOutputStream().write(status(to));
      socket.getOutputStream().write(status(to));
      socket.getOutputStream().write("\u0001garbage\r\n\r\n".getBytes(ISO_8859_1));
      String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
      int answers = all.split("HTTP/1.1 200", -1).length - 1;
      boolean isRefused = all.contains("HTTP/1.1 400");
      Answers.require(answers == 2 && isRefused, answers + " answers, refused: " + isRefused);
      return "two answers and 400";
    }
  }
}
