package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Text that is not UTF-8, or not of XML: rules 1 and 2. */
final class TextCases {
  private static final int TIMES = 10;
  private static final int BIG = 3_000_000;

  /** Stands for the bytes in an envelope. */
  private static final String HERE = "HERE";

  private static final Map<String, byte[]> BYTES = bytes();

  private TextCases() {}

  private static Map<String, byte[]> bytes() {
    Map<String, byte[]> kinds = new TreeMap<>();
    kinds.put("beyond U+10FFFF", raw(0xF4, 0x90, 0x80, 0x80));
    kinds.put("a surrogate", raw(0xED, 0xA0, 0x80));
    kinds.put("overlong", raw(0xC0, 0xAF));
    kinds.put("a lone continuation", raw(0x80));
    kinds.put("a cut character", raw(0xE2, 0x82));
    kinds.put("a control character", raw(0x01));
    kinds.put("U+FFFE", raw(0xEF, 0xBF, 0xBE));
    kinds.put("a reference to a control character", "&#1;".getBytes(UTF_8));
    kinds.put("a reference to a surrogate", "&#xD800;".getBytes(UTF_8));
    kinds.put("a reference to U+FFFF", "&#xFFFF;".getBytes(UTF_8));
    return kinds;
  }

  static List<HostileCase> cases() {
    List<HostileCase> cases = new ArrayList<>();
    for (boolean toLeader : List.of(true, false)) {
      String whom = toLeader ? "leader" : "follower";
      cases.add(malformed("1", "cmd", whom, "the command", MARK_HERE, "m", 1));
      cases.add(malformed("1", "uid", whom, "the uid", "x", "u", 1));
      cases.add(malformed("1", "parameters", whom, "the parameters", "x", "p", 1));
      cases.add(malformed("2", "mid", whom, "the MessageID", "x", "i", 1));
      cases.add(malformed("2", "midbig", whom, "the MessageID of 3 MB", "x", "i", BIG));
      cases.add(
          new HostileCase(
              "2",
              "faulttext-" + whom,
              "element names of 300 characters of two UTF-16 units each, 10 times",
              "a fault each time, within a second",
              Effect.NONE,
              arena -> faultText(arena, target(arena, toLeader))));
    }
    return cases;
  }

  private static final String MARK_HERE = Soap.MARK + HERE;

  private static HostileCase malformed(
      String row, String kind, String whom, String where, String command, String place, int size) {
    return new HostileCase(
        row,
        kind + "-" + whom,
        "ten kinds of bytes that are no XML text in " + where + ", 10 times each, to the " + whom,
        "a fault each time, within a second",
        Effect.NONE,
        arena -> {
          Target to = target(arena, whom.equals("leader"));
          String last = "";
          for (byte[] bytes : BYTES.values()) {
            for (int i = 0; i < TIMES; i++) {
              byte[] envelope = replaced(envelope(to, command, place, size), bytes);
              last = Answers.fault(arena.http().post(to, envelope, ""));
            }
          }
          return last;
        });
  }

  private static String envelope(Target to, String command, String place, int size) {
    String text = size == 1 ? command : Soap.MARK + "x".repeat(size);
    String here = size == 1 ? Soap.MARK : text;
    return Soap.envelope(
        Soap.INSERT,
        "<a:To>" + to.url() + "</a:To>",
        Soap.newUid() + (place.equals("i") ? HERE : ""),
        Soap.insertBody(
            Soap.newUid() + (place.equals("u") ? HERE : ""),
            place.equals("m") ? command : here,
            place.equals("p") ? HERE : "y"));
  }

  private static String faultText(Arena arena, Target to) throws UnexpectedAnswer, IOException {
    String last = "";
    // Each length shifts where a text of limited length is cut.
    for (int i = 0; i < TIMES; i++) {
      String name = "x".repeat(i) + "\uD840\uDC00".repeat(300);
      String body = "<" + name + " xmlns='urn:" + name + "'/>";
      last = Answers.fault(arena.http().post(to, Soap.envelope(to, Soap.INSERT, body)));
      String action = "urn:" + name;
      last = Answers.fault(arena.http().post(to, Soap.envelope(to, action, body)));
    }
    return last;
  }

  private static Target target(Arena arena, boolean leader)
      throws IOException, InterruptedException {
    return (leader ? arena.leader() : arena.follower()).target();
  }

  static byte[] replaced(String envelope, byte[] bytes) throws IOException {
    int at = envelope.indexOf(HERE);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(envelope.substring(0, at).getBytes(UTF_8));
    whole.write(bytes);
    whole.write(envelope.substring(at + HERE.length()).getBytes(UTF_8));
    return whole.toByteArray();
  }

  private static byte[] raw(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return all;
  }
}
