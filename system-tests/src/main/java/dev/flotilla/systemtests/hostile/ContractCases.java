package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;

/** Requests that contradict themselves, or name others: m5 and m6. */
final class ContractCases {
  private static final String TRAP_URL =
      "http://" + Network.address(Network.TRAP) + ":7001" + Target.PATH;

  private ContractCases() {}

  static List<HostileCase> cases() {
    return List.of(
        headed("m5", "foreign-host", "a foreign Host", "Host: attacker.example\r\n"),
        headed("m5", "foreign-host-port", "a foreign Host", "Host: evil.example:7001\r\n"),
        headed("m5", "foreign-origin", "a foreign Origin", "Origin: http://evil.example\r\n"),
        headed("m5", "null-origin", "Origin null", "Origin: null\r\n"),
        headed("m5", "two-hosts", "two Hosts", "Host: 10.88.0.1\r\nHost: 10.88.0.2\r\n"),
        headed("m5", "host-user", "a Host with a user", "Host: x@10.88.0.1\r\n"),
        noHost(),
        headed("m6", "soapaction", "SOAPAction of Read", "SOAPAction: \"" + read() + "\"\r\n"),
        actionParameter(),
        enveloped("action-body", "the body of Read, Action InsertCommand", ContractCases::readBody),
        enveloped("second-body", "a second element in the body", ContractCases::secondBody),
        enveloped("no-action", "no Action", to -> replyTo(to, "").replaceAll(ACTION, "")),
        enveloped("two-actions", "two Actions", to -> replyTo(to, "<a:Action>urn:x</a:Action>")),
        enveloped("must-understand", "a header to understand", ContractCases::mustUnderstand),
        enveloped("other-path", "To with another path", ContractCases::otherPath),
        enveloped("replyto-other", "ReplyTo the trap", to -> reply(to, "ReplyTo", TRAP_URL)),
        enveloped("faultto-other", "FaultTo the trap", to -> reply(to, "FaultTo", TRAP_URL)),
        replyToNone(),
        replayed(),
        wsdl());
  }

  private static final String ACTION = "<a:Action>.*?</a:Action>";

  private static String read() {
    return Soap.R + "/RAFT_Service/Read";
  }

  private static String plain(Target to) {
    return Soap.insert(to, Soap.newUid(), Soap.MARK, "x");
  }

  private static HostileCase headed(String row, String name, String input, String fields) {
    return new HostileCase(
        row,
        name,
        "a command with " + input + ", to each server",
        "refused",
        Effect.NONE,
        arena -> {
          String last = "";
          for (Target to : arena.targets()) {
            last = Answers.refused(arena.http().post(to, plain(to).getBytes(UTF_8), fields));
          }
          return last;
        });
  }

  private static HostileCase noHost() {
    return new HostileCase(
        "m6",
        "no-host",
        "a command over HTTP/1.1 without Host",
        "status 400",
        Effect.NONE,
        arena -> {
          Target to = arena.leader().target();
          byte[] body = plain(to).getBytes(UTF_8);
          RawHttp.Answer answer = arena.http().exchange(to, RawHttp.head("", body.length), body);
          Answers.require(answer.status() == 400, "not 400", answer);
          return answer.summary();
        });
  }

  private static HostileCase actionParameter() {
    return new HostileCase(
        "m6",
        "action-parameter",
        "a command whose Content-Type has the action of Read",
        "refused",
        Effect.NONE,
        arena -> {
          Target to = arena.leader().target();
          byte[] body = plain(to).getBytes(UTF_8);
          String head =
              new String(RawHttp.head("Host: " + to.authority() + "\r\n", body.length), ISO_8859_1);
          String type = "charset=utf-8; action=\"" + read() + "\"";
          byte[] changed = head.replace("charset=utf-8", type).getBytes(ISO_8859_1);
          return Answers.refused(arena.http().exchange(to, changed, body));
        });
  }

  /** Makes an envelope for a server. */
  private interface Making {
    String make(Target to);
  }

  private static HostileCase enveloped(String name, String input, Making making) {
    return new HostileCase(
        "m6",
        name,
        input + ", to each server",
        "a fault",
        Effect.NONE,
        arena -> {
          String last = "";
          for (Target to : arena.targets()) {
            last = Answers.fault(arena.http().post(to, making.make(to)));
          }
          return last;
        });
  }

  private static String readBody(Target to) {
    String body = "<r:ReadRequest><r:uid>" + Soap.MARK + "</r:uid></r:ReadRequest>";
    return Soap.envelope(to, Soap.INSERT, body);
  }

  private static String secondBody(Target to) {
    String body = Soap.insertBody(Soap.newUid(), Soap.MARK, "x");
    return Soap.envelope(to, Soap.INSERT, body + Soap.insertBody(Soap.newUid(), Soap.MARK, "y"));
  }

  private static String replyTo(Target to, String header) {
    return plain(to).replace("</s:Header>", header + "</s:Header>");
  }

  private static String reply(Target to, String element, String address) {
    return replyTo(
        to, "<a:%s><a:Address>%s</a:Address></a:%s>".formatted(element, address, element));
  }

  private static String mustUnderstand(Target to) {
    return replyTo(to, "<q:x xmlns:q='urn:q' s:mustUnderstand='true'/>");
  }

  private static String otherPath(Target to) {
    return plain(to).replace(to.url() + "</a:To>", to.url() + "/other</a:To>");
  }

  private static HostileCase replyToNone() {
    return new HostileCase(
        "m6",
        "replyto-none",
        "a command with ReplyTo none",
        "an answer without a body, or a fault",
        Effect.NONE,
        arena -> {
          Target to = arena.leader().target();
          String none = Soap.ADDRESSING + "/none";
          String text = reply(to, "ReplyTo", none).replace(Soap.MARK, "good");
          RawHttp.Answer answer = arena.http().post(to, text);
          boolean isBare = !answer.text().contains("InsertCommandResponse");
          Answers.require(answer.status() > 0 && isBare, "a body", answer);
          return answer.summary();
        });
  }

  private static HostileCase replayed() {
    return new HostileCase(
        "corpus",
        "replayed",
        "one MessageID and uid 100 times, to all three servers",
        "one execution: the same result each time",
        Effect.NONE,
        ContractCases::replay);
  }

  private static String replay(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.leader().target();
    String text = Soap.insert(to, Soap.newUid(), "good", "g");
    String first = "";
    for (int i = 0; i < 100; i++) {
      RawHttp.Answer answer = arena.http().post(to, text);
      Answers.executed(answer);
      String result = Soap.field("result", answer.text()).orElse("");
      first = i == 0 ? result : first;
      Answers.require(result.equals(first), "another result, not " + first, answer);
      for (Target other : arena.targets()) {
        if (i % 10 == 0 && !other.equals(to)) {
          Answers.any(arena.http().post(other, text));
        }
      }
    }
    return "result " + first + " each time";
  }

  private static HostileCase wsdl() {
    return new HostileCase(
        "m6",
        "wsdl-service",
        "a look at the WSDL",
        "it has a wsdl:service with a port",
        Effect.NONE,
        arena -> {
          Target to = arena.leader().target();
          String get =
              "GET "
                  + Target.PATH
                  + "/RAFT_Service.wsdl HTTP/1.1\r\nHost: "
                  + to.authority()
                  + "\r\nConnection: close\r\n\r\n";
          RawHttp.Answer answer = arena.http().exchange(to, get.getBytes(ISO_8859_1));
          boolean has = answer.text().contains("service name=") && answer.text().contains(":port ");
          Answers.require(answer.status() == 200 && has, "no service", answer);
          return "there";
        });
  }
}
