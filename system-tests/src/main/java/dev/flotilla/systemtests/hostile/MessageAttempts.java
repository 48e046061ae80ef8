package dev.flotilla.systemtests.hostile;

import static dev.flotilla.systemtests.hostile.AttemptCases.attempt;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What a reader of the sources tried in envelopes: values, sessions, and requests of operators. */
final class MessageAttempts {
  private static final String ADMIN = Soap.F + "/RaftAdmin/";
  private static final String NOBODY = member(new UUID(7, 7).toString(), "0".repeat(31) + "7");
  private static final int TEXT_CHARS = (4 << 20) - 64;
  private static final int MAX_MEMBERS = 24;
  private static final int FOUNDERS = 3;

  private MessageAttempts() {}

  static List<HostileCase> cases() {
    return Stream.of(envelopes(), values(), admin()).flatMap(List::stream).toList();
  }

  private static List<HostileCase> envelopes() {
    return List.of(
        attempt(
            "message-id-amplified",
            "a MessageID of 4 MiB of ampersands, which five bytes each repeat",
            "a fault",
            arena -> {
              Target to = arena.target(arena.leader());
              String id = "<![CDATA[" + "&".repeat(TEXT_CHARS) + "]]>";
              String action = ADMIN + "Status";
              String text = Soap.envelope(action, "", id, "<f:StatusRequest/>");
              return refused(arena, to, text);
            }),
        sent("uid-4m", "a uid of 3 Mi characters of two bytes", insert("é".repeat(3 << 20), "p")),
        attempt(
            "comments",
            "100,000 comments within a text",
            "executed",
            arena -> {
              Target to = arena.target(arena.leader());
              String text = "a<!-- -->".repeat(100_000);
              String uid = Soap.newUid();
              return Answers.executed(arena.http().post(to, Soap.insert(to, uid, "good", text)));
            }),
        sent("sections", "80,000 CDATA sections", insert("u<a/>", "<![CDATA[x]]>".repeat(80_000))),
        sent("references", "1 MiB of character references", insert("", "&#65;".repeat(200_000))),
        attempt(
            "new-prefixes",
            "1 MiB of elements that each declare 60 new prefixes",
            "a fault within a second",
            arena -> refused(arena, arena.target(arena.leader()), prefixes())),
        sent("reference-in-attribute", "the reference 0 in an attribute", "<r:x a=\"&#0;\"/>"),
        sent("nested-envelope", "an envelope in the body", "<s:Envelope><s:Body/></s:Envelope>"));
  }

  private static List<HostileCase> values() {
    String[][] tags = {
      {"session-hex", "0x1", "1", "1"},
      {"session-float", "1e0", "1", "1"},
      {"session-nil", "", "1", "1"},
      {"session-negative", "-1", "1", "1"},
      {"session-beyond", "1", "9223372036854775808", "1"},
      {"session-answered", "1", "1", "9223372036854775807"},
      {"session-zero", "0", "1", "1"},
    };
    List<HostileCase> cases = new ArrayList<>();
    for (String[] tag : tags) {
      String session =
          "<f:session><f:id>%s</f:id><f:sequence>%s</f:sequence><f:lowestUnanswered>%s</f:lowestUnanswered></f:session>"
              .formatted(tag[1], tag[2], tag[3]);
      cases.add(sent(tag[0], "the session " + String.join(" ", tag), insert("u", "", session)));
    }
    for (String data : List.of("A===", "AA=A", "AAAA\u00a0", "QUJD<!-- -->RA==")) {
      String name = "base64-" + cases.size();
      cases.add(sent(name, "the base64 " + data, insert("u", "", "<f:data>" + data + "</f:data>")));
    }
    return cases;
  }

  private static List<HostileCase> admin() {
    List<HostileCase> cases = new ArrayList<>();
    for (String name : List.of("TransferLeadership", "Promote", "RemoveMember")) {
      // Who is no member is removed already, and leadership goes to anybody if nobody is named.
      boolean isStranger = !name.equals("RemoveMember");
      cases.add(order(name, isStranger ? "of a stranger" : "of nobody", isStranger ? NOBODY : ""));
    }
    cases.add(order("AddMember", "as nothing", NOBODY + "<f:as>king</f:as>"));
    cases.add(order("AddMember", "without an id", "<f:member/><f:as>voter</f:as>"));
    cases.add(
        new HostileCase(
            AttemptCases.ROW,
            "too-many-members",
            "22 voters are added that nobody meets, and one that replaces a member",
            "refused; no server stops",
            Effect.LEADER,
            MessageAttempts::tooMany));
    return cases;
  }

  private static HostileCase order(String name, String whom, String fields) {
    String body = "<f:" + name + "Request>" + fields + "</f:" + name + "Request>";
    return attempt(
        name.toLowerCase(java.util.Locale.ROOT) + "-" + whom.replace(' ', '-'),
        name + " " + whom,
        "refused",
        arena -> {
          Target to = arena.target(arena.leader());
          RawHttp.Answer answer = arena.http().post(to, Soap.envelope(to, ADMIN + name, body));
          boolean isDone = answer.text().contains(">true<");
          Answers.require(!isDone && answer.status() != 0, "not refused", answer);
          return answer.summary();
        });
  }

  private static HostileCase sent(String name, String input, String body) {
    return attempt(
        name,
        input,
        "a fault",
        arena -> {
          Target to = arena.target(arena.leader());
          return refused(arena, to, Soap.envelope(to, Soap.INSERT, body));
        });
  }

  private static String refused(Arena arena, Target to, String envelope)
      throws UnexpectedAnswer, IOException {
    return Answers.fault(arena.http().post(to, envelope));
  }

  private static String insert(String uid, String parameters, String... more) {
    String body = Soap.insertBody(uid, Soap.MARK + "attempt", parameters);
    String end = "</r:InsertCommandRequest>";
    return body.replace(end, String.join("", more) + end);
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
    return Soap.envelope(Soap.INSERT, body.toString(), Soap.newUid(), insert("u", ""));
  }

  private static String member(String uuid, String incarnation) {
    return "<f:member><f:id>urn:uuid:%s</f:id><f:incarnation>%s</f:incarnation></f:member>"
        .formatted(uuid, incarnation);
  }

  private static String invented(int number) {
    return member(new UUID(7, number).toString(), "0".repeat(30) + (10 + number));
  }

  private static String tooMany(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    int count = MAX_MEMBERS - FOUNDERS;
    RawHttp impatient = new RawHttp(arena.http().from(), 300);
    for (int i = 0; i < count; i++) {
      ask(arena, impatient, "AddMember", invented(i) + "<f:as>voter</f:as>");
    }
    String last = "";
    String replaced = "<f:replaces>" + arena.view(arena.follower().target()).id() + "</f:replaces>";
    for (int i = 0; i < FOUNDERS; i++) {
      String fields = invented(count) + "<f:as>voter</f:as>" + replaced;
      last = ask(arena, arena.http(), "AddMember", fields);
    }
    for (int i = 0; i < count; i++) {
      ask(arena, impatient, "RemoveMember", invented(i));
    }
    return last;
  }

  private static String ask(Arena arena, RawHttp http, String name, String fields)
      throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String body = "<f:" + name + "Request>" + fields + "</f:" + name + "Request>";
    try {
      return http.post(to, Soap.envelope(to, ADMIN + name, body)).summary();
    } catch (IOException e) {
      // It waits for newcomers that never come.
      return String.valueOf(e.getMessage());
    }
  }
}
