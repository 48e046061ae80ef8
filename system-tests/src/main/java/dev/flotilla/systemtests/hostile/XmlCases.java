package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Documents that cost a reader much, or make it read elsewhere. */
final class XmlCases {
  private static final int DEPTH = 100_000;
  private static final int ATTRIBUTES = 20_000;
  private static final int MEBIBYTE = 1 << 20;
  private static final int TEXT_MEBIBYTES = 64;

  private XmlCases() {}

  static List<HostileCase> cases() {
    return List.of(
        refused("external-entity", "an entity of file:///etc/passwd", XmlCases::fileEntity),
        refused("remote-entity", "an entity of the trap's host", XmlCases::remoteEntity),
        refused("remote-dtd", "a DTD of the trap's host", XmlCases::remoteDtd),
        refused("parameter-entity", "a parameter entity of the trap", XmlCases::parameterEntity),
        refused("entity-bomb", "ten entities of ten each, in the command", XmlCases::bomb),
        refused("empty-doctype", "an empty document type", to -> "<!DOCTYPE e>" + plain(to)),
        refused("depth", "100,000 elements in each other, in the body", XmlCases::deep),
        refused("attributes", "20,000 attributes", XmlCases::attributes),
        refused("namespaces", "20,000 namespaces", XmlCases::namespaces),
        refused("long-name", "an element name of 1 MiB", XmlCases::longName),
        refused("two-roots", "two envelopes", to -> plain(to) + body(plain(to))),
        refused("nothing", "an empty body of HTTP", to -> ""),
        refused("soap11", "an envelope of SOAP 1.1", XmlCases::soap11),
        refused("instruction", "a processing instruction in the body", XmlCases::instruction),
        new HostileCase(
            "corpus",
            "encoding-UTF-16",
            "an envelope in UTF-16, declared as such",
            "refused",
            Effect.NONE,
            XmlCases::utf16),
        new HostileCase(
            "corpus",
            "encoding-ISO-8859-1",
            "an envelope in ISO-8859-1, declared as such, with the byte E9 in the parameters",
            "refused, or executed with U+00E9",
            Effect.NONE,
            XmlCases::latin1),
        new HostileCase(
            "corpus",
            "text-64mb",
            "64 MiB of text in a command, with Content-Length and in chunks",
            "refused, before it is all read",
            Effect.NONE,
            XmlCases::hugeText),
        new HostileCase(
            "corpus",
            "children",
            "200,000 unknown elements in the extension point of a command",
            "an answer",
            Effect.NONE,
            arena -> {
              Target to = arena.leader().target();
              String insert = Soap.insert(to, Soap.newUid(), "good", "g");
              String many = "<q:z xmlns:q='urn:q'/>".repeat(200_000);
              String text = insert.replace("</r:InsertCommandRequest>", many + "$0");
              return Answers.any(
                  arena.http().post(to, text.replace("$0", "</r:InsertCommandRequest>")));
            }));
  }

  /** Makes a document for a server. */
  private interface Making {
    String make(Target to);
  }

  private static HostileCase refused(String name, String input, Making making) {
    return new HostileCase(
        "corpus",
        name,
        input + ", to each server",
        "a fault within a second",
        Effect.NONE,
        arena -> {
          String last = "";
          for (Target to : arena.targets()) {
            last = Answers.fault(arena.http().post(to, making.make(to)));
          }
          return last;
        });
  }

  private static String utf16(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String text = plain(to).replace("UTF-8", "UTF-16");
    return Answers.refused(arena.http().post(to, text.getBytes(UTF_16), ""));
  }

  private static String latin1(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String uid = Soap.newUid();
    byte[] envelope =
        Soap.insert(to, uid, Soap.GOOD, "caf\u00e9")
            .replace("UTF-8", "ISO-8859-1")
            .getBytes(ISO_8859_1);
    RawHttp.Answer answer = arena.http().post(to, envelope, "");
    if (answer.status() != 200) {
      return Answers.refused(answer);
    }
    Answers.executed(answer);
    RawHttp.Answer read = arena.http().post(to, Soap.read(to, uid));
    Answers.require(read.text().contains(">caf\u00e9<"), "other parameters", read);
    return "executed with U+00E9";
  }

  private static String plain(Target to) {
    return Soap.insert(to, Soap.newUid(), Soap.MARK, "x");
  }

  /** Without the declaration. */
  private static String body(String document) {
    return document.substring(document.indexOf("<s:"));
  }

  private static String withType(Target to, String type, String command) {
    return type + body(Soap.insert(to, Soap.newUid(), Soap.MARK + command, "x"));
  }

  private static String fileEntity(Target to) {
    return withType(to, "<!DOCTYPE e [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>", "&x;");
  }

  private static String trap() {
    return "http://" + Network.address(Network.TRAP) + ":80/x";
  }

  private static String remoteEntity(Target to) {
    return withType(to, "<!DOCTYPE e [<!ENTITY x SYSTEM '" + trap() + "'>]>", "&x;");
  }

  private static String remoteDtd(Target to) {
    return withType(to, "<!DOCTYPE e SYSTEM '" + trap() + "'>", "");
  }

  private static String parameterEntity(Target to) {
    return withType(to, "<!DOCTYPE e [<!ENTITY % x SYSTEM '" + trap() + "'> %x;]>", "");
  }

  private static String bomb(Target to) {
    String entities =
        IntStream.range(1, 10)
            .mapToObj(i -> "<!ENTITY e" + i + " '" + ("&e" + (i - 1) + ";").repeat(10) + "'>")
            .collect(Collectors.joining());
    return withType(to, "<!DOCTYPE e [<!ENTITY e0 'x'>" + entities + "]>", "&e9;");
  }

  private static String deep(Target to) {
    return Soap.envelope(to, Soap.INSERT, "<x>".repeat(DEPTH) + "</x>".repeat(DEPTH));
  }

  private static String many(Target to, String form) {
    String all =
        IntStream.range(0, ATTRIBUTES)
            .mapToObj(i -> form.replace("#", Integer.toString(i)))
            .collect(Collectors.joining());
    return plain(to).replace("<r:command>", "<r:command" + all + ">");
  }

  private static String attributes(Target to) {
    return many(to, " a#='1'");
  }

  private static String namespaces(Target to) {
    return many(to, " xmlns:n#='urn:n#'");
  }

  private static String longName(Target to) {
    String name = "n".repeat(MEBIBYTE);
    return Soap.envelope(to, Soap.INSERT, "<" + name + "/>");
  }

  private static String soap11(Target to) {
    return plain(to).replace(Soap.ENVELOPE, "http://schemas.xmlsoap.org/soap/envelope/");
  }

  private static String instruction(Target to) {
    String plain = plain(to);
    int at = plain.indexOf("<r:command>") + "<r:command>".length();
    return plain.substring(0, at) + "<?hostile x?>" + plain.substring(at);
  }

  private static String hugeText(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    String last = "";
    for (Target to : arena.targets()) {
      String whole = plain(to);
      int at = whole.indexOf(Soap.MARK);
      long length = whole.length() + (long) TEXT_MEBIBYTES * MEBIBYTE;
      String head = "Host: " + to.authority() + "\r\n";
      last = Answers.refused(send(arena, to, RawHttp.head(head, length), whole, at, false));
      byte[] chunked =
          new String(RawHttp.head(head, 0), UTF_8)
              .replace("Content-Length: 0", "Transfer-Encoding: chunked")
              .getBytes(UTF_8);
      last = Answers.refused(send(arena, to, chunked, whole, at, true));
    }
    return last;
  }

  private static RawHttp.Answer send(
      Arena arena, Target to, byte[] head, String whole, int at, boolean chunked)
      throws IOException {
    byte[] text = new byte[MEBIBYTE];
    Arrays.fill(text, (byte) 'x');
    long began = System.nanoTime();
    try (Socket socket = arena.http().connect(to)) {
      try {
        OutputStream out = socket.getOutputStream();
        out.write(head);
        piece(out, whole.substring(0, at).getBytes(UTF_8), chunked);
        for (int i = 0; i < TEXT_MEBIBYTES; i++) {
          piece(out, text, chunked);
        }
        piece(out, whole.substring(at).getBytes(UTF_8), chunked);
        out.write("0\r\n\r\n".getBytes(UTF_8), 0, chunked ? 5 : 0);
      } catch (IOException e) {
        // Refused before the end.
      }
      return RawHttp.read(socket, began);
    }
  }

  private static void piece(OutputStream out, byte[] bytes, boolean chunked) throws IOException {
    if (chunked) {
      out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(UTF_8));
    }
    out.write(bytes);
    if (chunked) {
      out.write("\r\n".getBytes(UTF_8));
    }
  }
}
