package dev.flotilla.systemtests.hostile;

import java.io.IOException;
import java.util.UUID;

/** What a reader of the sources tried in envelopes: values, sessions, and requests of operators. */
final class MessageAttempts {
  private static final String NOBODY = member(new UUID(7, 7).toString(), "0".repeat(31) + "7");
  private static final int TEXT_CHARS = (4 << 20) - 64;
  private static final int MAX_MEMBERS = 24;
  private static final int FOUNDERS = 3;
  private static final String AS_VOTER = "<f:as>voter</f:as>";

  private MessageAttempts() {}

  static void addTo(Attacks all) {
    String id = "<![CDATA[" + "&".repeat(TEXT_CHARS) + "]]>";
    String status = "<f:StatusRequest/>";
    all.soap("message-id-amplified", to -> Soap.envelope(Soap.ADMIN + "Status", "", id, status));
    all.body("uid-4m", insert("é".repeat(3 << 20), "p", ""));
    all.soap("comments", MessageAttempts::comments);
    all.body("sections", insert("u<a/>", "<![CDATA[x]]>".repeat(80_000), ""));
    all.body("references", insert("", "&#65;".repeat(200_000), ""));
    all.soap("new-prefixes", to -> prefixes());
    all.body("reference-in-attribute", "<r:x a=\"&#0;\"/>");
    all.body("nested-envelope", "<s:Envelope><s:Body/></s:Envelope>");
    all.body("session-hex", insert("u", "", session("0x1", "1", "1")));
    all.body("session-float", insert("u", "", session("1e0", "1", "1")));
    all.body("session-nil", insert("u", "", session("", "1", "1")));
    all.body("session-negative", insert("u", "", session("-1", "1", "1")));
    all.body("session-beyond", insert("u", "", session("1", "9223372036854775808", "1")));
    all.body("session-answered", insert("u", "", session("1", "1", "9223372036854775807")));
    all.body("session-zero", insert("u", "", session("0", "1", "1")));
    all.body("base64-7", insert("u", "", "<f:data>A===</f:data>"));
    all.body("base64-8", insert("u", "", "<f:data>AA=A</f:data>"));
    all.body("base64-9", insert("u", "", "<f:data>AAAA\u00a0</f:data>"));
    all.body("base64-10", insert("u", "", "<f:data>QUJD<!-- -->RA==</f:data>"));
    // Who is no member is removed already, and leadership goes to anybody if nobody is named.
    order(all, "transferleadership-of-a-stranger", "TransferLeadership", NOBODY);
    order(all, "promote-of-a-stranger", "Promote", NOBODY);
    order(all, "removemember-of-nobody", "RemoveMember", "");
    order(all, "addmember-as-nothing", "AddMember", NOBODY + "<f:as>king</f:as>");
    order(all, "addmember-without-an-id", "AddMember", "<f:member/>" + AS_VOTER);
    all.own("too-many-members", MessageAttempts::tooMany);
  }

  static String session(String id, String sequence, String lowest) {
    return """
    <f:session><f:id>%s</f:id><f:sequence>%s</f:sequence>\
    <f:lowestUnanswered>%s</f:lowestUnanswered></f:session>\
    """
        .formatted(id, sequence, lowest);
  }

  private static String insert(String uid, String parameters, String more) {
    return Soap.extended(Soap.insertBody(uid, Soap.MARK + "attempt", parameters), more);
  }

  private static void order(Attacks all, String name, String order, String fields) {
    all.soap(name, to -> Soap.order(to, order, fields));
  }

  private static String comments(Target to) {
    return Soap.insert(to, Soap.newUid(), Soap.GOOD, "a<!-- -->".repeat(100_000));
  }

  private static String prefixes() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; body.length() < 1 << 20; i++) {
      body.append("<r:x");
      for (int j = 0; j < 60; j++) {
        body.append(" xmlns:p").append(60 * i + j).append("=\"u\"");
      }
      body.append("/>");
    }
    return Soap.envelope(Soap.INSERT, body.toString(), Soap.newUid(), insert("u", "", ""));
  }

  private static String member(String uuid, String incarnation) {
    return "<f:member><f:id>urn:uuid:%s</f:id><f:incarnation>%s</f:incarnation></f:member>"
        .formatted(uuid, incarnation);
  }

  private static String invented(int number) {
    return member(new UUID(7, number).toString(), "0".repeat(30) + (10 + number));
  }

  private static String tooMany(Arena arena) throws IOException, InterruptedException {
    int count = MAX_MEMBERS - FOUNDERS;
    RawHttp impatient = new RawHttp(arena.http().from(), 300);
    for (int i = 0; i < count; i++) {
      ask(arena, impatient, "AddMember", invented(i) + AS_VOTER);
    }
    String last = "";
    String replaced = "<f:replaces>" + arena.view(arena.follower().target()).id() + "</f:replaces>";
    for (int i = 0; i < FOUNDERS; i++) {
      last = ask(arena, arena.http(), "AddMember", invented(count) + AS_VOTER + replaced);
    }
    for (int i = 0; i < count; i++) {
      ask(arena, impatient, "RemoveMember", invented(i));
    }
    return last;
  }

  private static String ask(Arena arena, RawHttp http, String name, String fields)
      throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    try {
      return http.post(to, Soap.order(to, name, fields)).summary();
    } catch (IOException e) {
      // It waits for newcomers that never come.
      return String.valueOf(e.getMessage());
    }
  }
}
