package dev.flotilla.gateway.http;

import java.util.ArrayList;
import java.util.List;

/** Requests that two readers could understand in two ways; as ISO-8859-1. */
public final class SmugglingCorpus {
  private static final String HIDDEN = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String CHUNKS = "5\r\nhello\r\n0\r\n\r\n";

  private SmugglingCorpus() {}

  /** The head of a POST with more fields. */
  public static String head(String... fields) {
    return "POST /smuggled HTTP/1.1\r\nHost: x\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
  }

  /** All of them. */
  public static List<String> all() {
    List<String> all = new ArrayList<>();
    all.addAll(lengths());
    all.addAll(encodings());
    all.addAll(chunks());
    all.addAll(lines());
    all.addAll(hostsAndTargets());
    return all;
  }

  private static List<String> lengths() {
    return List.of(
        head("Content-Length: 5", "Transfer-Encoding: chunked") + CHUNKS,
        head("Transfer-Encoding: chunked", "Content-Length: 5") + CHUNKS,
        head("Content-Length: 5", "Content-Length: 6") + "hello" + HIDDEN,
        head("Content-Length: 5", "Content-Length: 5") + "hello" + HIDDEN,
        head("Content-Length: 5, 5") + "hello",
        head("Content-Length: 5,6") + "hello",
        head("Content-Length: +5") + "hello",
        head("Content-Length: -5") + "hello",
        head("Content-Length: 0x5") + "hello",
        head("Content-Length: 5 5") + "hello",
        head("Content-Length: 5.0") + "hello",
        head("Content-Length: \u00b2") + "hello",
        head("Content-Length:") + "hello",
        head("Content-Length: 99999999999999999999") + "hello",
        head("Content-Length: 5\u000b") + "hello",
        head("Content-Length : 5") + "hello" + HIDDEN,
        head("Content-Length\t: 5") + "hello" + HIDDEN,
        head(" Content-Length: 5") + "hello" + HIDDEN);
  }

  private static List<String> encodings() {
    return List.of(
        head("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + CHUNKS,
        head("Transfer-Encoding: chunked", "Transfer-Encoding: identity") + CHUNKS,
        head("Transfer-Encoding: identity") + CHUNKS,
        head("Transfer-Encoding: gzip, chunked") + CHUNKS,
        head("Transfer-Encoding: chunked, identity") + CHUNKS,
        head("Transfer-Encoding: xchunked") + CHUNKS,
        head("Transfer-Encoding: \"chunked\"") + CHUNKS,
        head("Transfer-Encoding: chunked;q=1") + CHUNKS,
        head("Transfer-Encoding: \u000bchunked") + CHUNKS,
        head("Transfer-Encoding:\u00a0chunked") + CHUNKS,
        head("Transfer-Encoding : chunked") + CHUNKS,
        head("Transfer-Encoding\u0000: chunked") + CHUNKS,
        head("Transfer-Encoding:") + CHUNKS,
        head("X: y\r\n Transfer-Encoding: chunked") + CHUNKS,
        head("Transfer-Encoding:\r\n chunked") + CHUNKS,
        "POST /smuggled HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS);
  }

  private static List<String> chunks() {
    String head = head("Transfer-Encoding: chunked");
    return List.of(
        head + "g\r\nhello\r\n0\r\n\r\n",
        head + "\r\nhello\r\n0\r\n\r\n",
        head + "-5\r\nhello\r\n0\r\n\r\n",
        head + "+5\r\nhello\r\n0\r\n\r\n",
        head + "0x5\r\nhello\r\n0\r\n\r\n",
        head + " 5\r\nhello\r\n0\r\n\r\n",
        head + "5 \r\nhello\r\n0\r\n\r\n",
        head + "5\u000b\r\nhello\r\n0\r\n\r\n",
        head + "5\nhello\r\n0\r\n\r\n",
        head + "5\r\nhello\n0\r\n\r\n",
        head + "5\r\nhelloXX0\r\n\r\n",
        head + "4\r\nhello\r\n0\r\n\r\n",
        head + "6\r\nhello\r\n0\r\n\r\n",
        head + "100000000000000005\r\nhello\r\n0\r\n\r\n",
        head + "5;a=\u0000\r\nhello\r\n0\r\n\r\n",
        head + "5;a\nb\r\nhello\r\n0\r\n\r\n",
        head + "5;" + "a".repeat(2_000) + "\r\nhello\r\n0\r\n\r\n",
        head + "5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n",
        head + "5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n",
        head + "5\r\nhello\r\n0\r\n folded: 1\r\n\r\n",
        head + "5\r\nhello\r\n0\r\nname : 1\r\n\r\n",
        head + "5\r\nhello\r\n0\r\n\n");
  }

  private static List<String> lines() {
    return List.of(
        "GET /smuggled HTTP/1.1\nHost: x\n\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\rX: y\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nX: a\r\n\tb\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\n Host: x\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nX\u0000: y\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nX: \u0000\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nX: \u007f\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nX(y): z\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\n\u00fc: z\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\n: z\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n",
        "GET  /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /smuggled  HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET\t/smuggled\tHTTP/1.1\r\nHost: x\r\n\r\n",
        " GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
        "G(T /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /smuggled HTTP/1.1 \r\nHost: x\r\n\r\n",
        "GET /smuggled\r\nHost: x\r\n\r\n",
        "\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\n" + "X: y\r\n".repeat(300) + "\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(40_000) + "\r\n\r\n");
  }

  private static List<String> hostsAndTargets() {
    return List.of(
        "GET /smuggled HTTP/1.1\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x, y\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x/y\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: a@b\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost:\r\n\r\n",
        "GET /smuggled HTTP/1.1\r\nHost: x:port\r\n\r\n",
        "GET smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http://a@b/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /smuggled#part HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /\u00fc HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a\u0001b HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /smuggled HTTP/1.2\r\nHost: x\r\n\r\n",
        "GET /smuggled HTTP/2.0\r\nHost: x\r\n\r\n",
        "GET /smuggled HTTP/0.9\r\nHost: x\r\n\r\n",
        "GET /smuggled http/1.1\r\nHost: x\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",
        "TRACE /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
        head("Expect: 200-ok", "Content-Length: 5") + "hello");
  }
}
