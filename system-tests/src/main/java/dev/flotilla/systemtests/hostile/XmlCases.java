package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Documents that cost a reader much, or make it read elsewhere. */
final class XmlCases {
  private static final int DEPTH = 100_000;
  private static final int ATTRIBUTES = 20_000;
  private static final int MEBIBYTE = 1 << 20;
  private static final int TEXT_MEBIBYTES = 64;
  private static final String TRAP = "http://" + Network.address(Network.TRAP) + ":80/x";

  private XmlCases() {}

  static void addTo(Attacks all) {
    String name = "n".repeat(MEBIBYTE);
    all.soap("external-entity", typed("[<!ENTITY x SYSTEM 'file:///etc/passwd'>]", "&x;"));
    all.soap("remote-entity", typed("[<!ENTITY x SYSTEM '" + TRAP + "'>]", "&x;"));
    all.soap("remote-dtd", typed("SYSTEM '" + TRAP + "'", ""));
    all.soap("parameter-entity", typed("[<!ENTITY % x SYSTEM '" + TRAP + "'> %x;]", ""));
    all.soap("entity-bomb", bomb());
    all.soap("empty-doctype", to -> "<!DOCTYPE e>" + Soap.marked(to));
    all.body("depth", "<x>".repeat(DEPTH) + "</x>".repeat(DEPTH));
    all.soap("attributes", many(" a#='1'"));
    all.soap("namespaces", many(" xmlns:n#='urn:n#'"));
    all.body("long-name", "<" + name + "/>");
    all.soap("two-roots", to -> Soap.marked(to) + bare(Soap.marked(to)));
    all.soap("nothing", to -> "");
    all.soap("soap11", replaced(Soap.ENVELOPE, "http://schemas.xmlsoap.org/soap/envelope/"));
    all.soap("instruction", replaced("<r:command>", "<r:command><?hostile x?>"));
    all.requests("encoding-UTF-16", List.of(XmlCases::utf16));
    all.own("encoding-ISO-8859-1", XmlCases::latin1);
    all.requests(
        "text-64mb",
        List.of(
            (http, to) -> http.exchange(to, large(to)),
            (http, to) -> http.exchange(to, largeInChunks(to))));
    all.soap("children", XmlCases::children);
  }

  /** A command behind a document type. */
  private static Function<Target, String> typed(String type, String command) {
    return to ->
        "<!DOCTYPE e "
            + type
            + ">"
            + bare(Soap.insert(to, Soap.newUid(), Soap.MARK + command, "x"));
  }

  private static Function<Target, String> bomb() {
    String entities =
        IntStream.range(1, 10)
            .mapToObj(i -> "<!ENTITY e" + i + " '" + ("&e" + (i - 1) + ";").repeat(10) + "'>")
            .collect(Collectors.joining());
    return typed("[<!ENTITY e0 'x'>" + entities + "]", "&e9;");
  }

  /** Without the declaration. */
  private static String bare(String document) {
    return document.substring(document.indexOf("<s:"));
  }

  private static Function<Target, String> replaced(String old, String by) {
    return to -> Soap.marked(to).replace(old, by);
  }

  private static Function<Target, String> many(String form) {
    String all =
        IntStream.range(0, ATTRIBUTES)
            .mapToObj(i -> form.replace("#", Integer.toString(i)))
            .collect(Collectors.joining());
    return replaced("<r:command>", "<r:command" + all + ">");
  }

  private static RawHttp.Answer utf16(RawHttp http, Target to) throws IOException {
    String text = Soap.marked(to).replace("UTF-8", "UTF-16");
    return http.post(to, text.getBytes(UTF_16), "");
  }

  private static String children(Target to) {
    String insert = Soap.insert(to, Soap.newUid(), Soap.GOOD, "g");
    return Soap.extended(insert, "<q:z xmlns:q='urn:q'/>".repeat(200_000));
  }

  private static String latin1(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String uid = Soap.newUid();
    String text = Soap.insert(to, uid, Soap.GOOD, "caf\u00e9").replace("UTF-8", "ISO-8859-1");
    RawHttp.Answer answer = arena.http().post(to, text.getBytes(ISO_8859_1), "");
    if (answer.status() != 200) {
      return Answers.REFUSED.check(answer);
    }
    Answers.EXECUTED.check(answer);
    RawHttp.Answer read = arena.http().post(to, Soap.read(to, uid));
    Answers.require(read.text().contains(">caf\u00e9<"), "other parameters", read);
    return "executed with U+00E9";
  }

  /** A command with 64 MiB of text. */
  private static List<byte[]> pieces(Target to) {
    String whole = Soap.marked(to);
    int at = whole.indexOf(Soap.MARK);
    byte[] text = "x".repeat(MEBIBYTE).getBytes(ISO_8859_1);
    List<byte[]> pieces = new ArrayList<>(Collections.nCopies(TEXT_MEBIBYTES, text));
    pieces.add(0, whole.substring(0, at).getBytes(ISO_8859_1));
    pieces.add(whole.substring(at).getBytes(ISO_8859_1));
    return pieces;
  }

  private static byte[][] large(Target to) {
    List<byte[]> all = pieces(to);
    int length = all.stream().mapToInt(piece -> piece.length).sum();
    all.add(0, RawHttp.head(RawHttp.host(to), length));
    return all.toArray(byte[][]::new);
  }

  private static byte[][] largeInChunks(Target to) {
    String head = new String(RawHttp.head(RawHttp.host(to), 0), ISO_8859_1);
    String chunked = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    List<byte[]> all = new ArrayList<>(List.of(chunked.getBytes(ISO_8859_1)));
    for (byte[] piece : pieces(to)) {
      all.add((Integer.toHexString(piece.length) + "\r\n").getBytes(ISO_8859_1));
      all.add(piece);
      all.add("\r\n".getBytes(ISO_8859_1));
    }
    all.add("0\r\n\r\n".getBytes(ISO_8859_1));
    return all.toArray(byte[][]::new);
  }
}
