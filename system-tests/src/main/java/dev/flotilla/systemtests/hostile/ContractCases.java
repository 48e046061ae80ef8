package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.function.Function;

/** Requests that contradict themselves, or name others: m5 and m6. */
final class ContractCases {
  private static final String READ = Soap.R + "/RAFT_Service/Read";
  private static final String HEADER_END = "</s:Header>";

  private ContractCases() {}

  static void addTo(Attacks all) {
    all.headed("foreign-host", "Host: attacker.example\r\n");
    all.headed("foreign-host-port", "Host: evil.example:7001\r\n");
    all.headed("foreign-origin", "Origin: http://evil.example\r\n");
    all.headed("null-origin", "Origin: null\r\n");
    all.headed("two-hosts", "Host: 10.88.0.1\r\nHost: 10.88.0.2\r\n");
    all.headed("host-user", "Host: x@10.88.0.1\r\n");
    all.raw("no-host", to -> command(to, ""));
    all.headed("soapaction", "SOAPAction: \"" + READ + "\"\r\n");
    all.raw("action-parameter", ContractCases::otherAction);
    all.body("action-body", "<r:ReadRequest><r:uid>" + Soap.MARK + "</r:uid></r:ReadRequest>");
    all.soap("second-body", ContractCases::secondBody);
    all.soap("no-action", to -> Soap.marked(to).replaceAll("<a:Action>.*?</a:Action>", ""));
    all.soap("two-actions", with("<a:Action>urn:x</a:Action>"));
    all.soap("must-understand", with("<q:x xmlns:q='urn:q' s:mustUnderstand='true'/>"));
    all.soap("other-path", to -> Soap.marked(to).replace("</a:To>", "/other</a:To>"));
    all.soap("replyto-other", with(reply("ReplyTo", Target.TRAP.url())));
    all.soap("faultto-other", with(reply("FaultTo", Target.TRAP.url())));
    Function<Target, String> toNone = with(reply("ReplyTo", Soap.ADDRESSING + "/none"));
    all.soap("replyto-none", to -> toNone.apply(to).replace(Soap.MARK, Soap.GOOD));
    all.own("replayed", ContractCases::replay);
    all.raw("wsdl-service", ContractCases::wsdl);
  }

  /** The bytes of a request. */
  private static String command(Target to, String fields) {
    String body = Soap.marked(to);
    return new String(RawHttp.head(fields, body.length()), ISO_8859_1) + body;
  }

  private static String otherAction(Target to) {
    String action = "charset=utf-8; action=\"" + READ + "\"";
    return command(to, RawHttp.host(to)).replace("charset=utf-8", action);
  }

  private static String secondBody(Target to) {
    String body = Soap.insertBody(Soap.newUid(), Soap.MARK, "x");
    return Soap.envelope(to, Soap.INSERT, body + Soap.insertBody(Soap.newUid(), Soap.MARK, "y"));
  }

  private static Function<Target, String> with(String header) {
    return to -> Soap.marked(to).replace(HEADER_END, header + HEADER_END);
  }

  private static String reply(String element, String address) {
    return "<a:%s><a:Address>%s</a:Address></a:%s>".formatted(element, address, element);
  }

  private static String replay(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String text = Soap.insert(to, Soap.newUid(), Soap.GOOD, "g");
    String first = "";
    for (int i = 0; i < 100; i++) {
      RawHttp.Answer answer = arena.http().post(to, text);
      Answers.EXECUTED.check(answer);
      String result = Soap.field("result", answer.text()).orElse("");
      first = i == 0 ? result : first;
      Answers.require(result.equals(first), "another result, not " + first, answer);
      for (Target other : arena.targets()) {
        if (i % 10 == 0 && !other.equals(to)) {
          RawHttp.Answer unused = arena.http().post(other, text);
        }
      }
    }
    return "result " + first + " each time";
  }

  private static String wsdl(Target to) {
    return "GET "
        + Target.PATH
        + "/RAFT_Service.wsdl HTTP/1.1\r\n"
        + RawHttp.host(to)
        + "Connection: close\r\n\r\n";
  }
}
