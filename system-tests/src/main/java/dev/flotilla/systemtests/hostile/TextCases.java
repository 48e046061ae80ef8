package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.flotilla.systemtests.hostile.Attacks.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** Text that is not UTF-8, or not of XML: rules 1 and 2. */
final class TextCases {
  private static final int TIMES = 10;
  private static final int BIG = 3_000_000;

  /** Stands for the bytes in an envelope. */
  private static final String HERE = "HERE";

  /** Each character of the first ones is a byte. */
  private static final List<String> KINDS =
      List.of(
          "\u00ef\u00bf\u00be", // U+FFFE
          "\u0001", // a control character
          "\u00e2\u0082", // a cut character
          "\u0080", // a lone continuation
          "&#xFFFF;",
          "&#1;",
          "&#xD800;", // a surrogate
          "\u00ed\u00a0\u0080", // a surrogate
          "\u00f4\u0090\u0080\u0080", // beyond U+10FFFF
          "\u00c0\u00af"); // overlong

  private TextCases() {}

  static void addTo(Attacks all) {
    String mark = Soap.MARK;
    String big = mark + "x".repeat(BIG);
    for (String whom : List.of("leader", "follower")) {
      all.requests("cmd-" + whom, malformed(insert("", "", mark + HERE, "y")));
      all.requests("uid-" + whom, malformed(insert("", HERE, mark, "y")));
      all.requests("parameters-" + whom, malformed(insert("", "", mark, HERE)));
      all.requests("mid-" + whom, malformed(insert(HERE, "", mark, "y")));
      all.requests("midbig-" + whom, malformed(insert(HERE, "", big, "y")));
      all.requests("faulttext-" + whom, longNames());
    }
  }

  private static List<Request> malformed(Function<Target, String> envelope) {
    return KINDS.stream()
        .flatMap(bytes -> Collections.nCopies(TIMES, malformed(envelope, bytes)).stream())
        .toList();
  }

  private static Request malformed(Function<Target, String> envelope, String bytes) {
    return (http, to) ->
        http.post(to, envelope.apply(to).replace(HERE, bytes).getBytes(ISO_8859_1), "");
  }

  /** A command, with something behind its MessageID and behind its uid. */
  private static Function<Target, String> insert(
      String behindId, String behindUid, String command, String parameters) {
    return to ->
        Soap.envelope(
            Soap.INSERT,
            "<a:To>" + to.url() + "</a:To>",
            Soap.newUid() + behindId,
            Soap.insertBody(Soap.newUid() + behindUid, command, parameters));
  }

  /** Each length shifts where a text of limited length is cut. */
  private static List<Request> longNames() {
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < TIMES; i++) {
      String name = "x".repeat(i) + "\uD840\uDC00".repeat(300);
      String body = "<" + name + " xmlns='urn:" + name + "'/>";
      for (String action : List.of(Soap.INSERT, "urn:" + name)) {
        requests.add((http, to) -> http.post(to, Soap.envelope(to, action, body)));
      }
    }
    return requests;
  }
}
