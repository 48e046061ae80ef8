package dev.flotilla.systemtests.hostile;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Envelopes of SOAP 1.2 as text, with anything in them. */
final class Soap {
  static final String R = "http://di.uminho.pt/ws/2014/01/raft";
  static final String F = "urn:flotilla:raft:2026";
  static final String ENVELOPE = "http://www.w3.org/2003/05/soap-envelope";
  static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";
  static final String ADMIN = F + "/RaftAdmin/";
  static final String INSERT = R + "/RAFT_Service/InsertCommand";

  /** What hostile commands carry, so that the log can be searched for them. */
  static final String MARK = "hostile-";

  /** What all other commands are. */
  static final String GOOD = "good";

  private Soap() {}

  static String newUid() {
    return "urn:uuid:" + UUID.randomUUID();
  }

  /** An envelope with a fresh MessageID. */
  static String envelope(Target to, String action, String body) {
    return envelope(action, "<a:To>" + to.url() + "</a:To>", newUid(), body);
  }

  /** An envelope; the text goes in as it is. */
  static String envelope(String action, String headers, String messageId, String body) {
    return """
    <?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="%s" xmlns:a="%s" xmlns:r="%s" \
    xmlns:f="%s"><s:Header><a:Action>%s</a:Action><a:MessageID>%s</a:MessageID>%s</s:Header>\
    <s:Body>%s</s:Body></s:Envelope>\
    """
        .formatted(ENVELOPE, ADDRESSING, R, F, action, messageId, headers, body);
  }

  static String insert(Target to, String uid, String command, String parameters) {
    return envelope(to, INSERT, insertBody(uid, command, parameters));
  }

  static String insertBody(String uid, String command, String parameters) {
    return """
    <r:InsertCommandRequest><r:uid>%s</r:uid><r:command>%s</r:command>\
    <r:parameters>%s</r:parameters></r:InsertCommandRequest>\
    """
        .formatted(uid, command, parameters);
  }

  /** A command that must not be executed. */
  static String marked(Target to) {
    return insert(to, newUid(), MARK, "x");
  }

  /** A command with more elements behind those that it must have. */
  static String extended(String insert, String more) {
    String end = "</r:InsertCommandRequest>";
    return insert.replace(end, more + end);
  }

  static String read(Target to, String uid) {
    return envelope(
        to, R + "/RAFT_Service/Read", "<r:ReadRequest><r:uid>" + uid + "</r:uid></r:ReadRequest>");
  }

  static String status(Target to) {
    return envelope(to, ADMIN + "Status", "<f:StatusRequest/>");
  }

  /** A request of an operator. */
  static String order(Target to, String name, String fields) {
    return envelope(
        to, ADMIN + name, "<f:%sRequest>%s</f:%sRequest>".formatted(name, fields, name));
  }

  /** The text of the first element of that name. */
  static Optional<String> field(String localName, String document) {
    Pattern element =
        Pattern.compile("<(?:\\w+:)?" + localName + "(?: [^>]*)?>([^<]*)</", Pattern.DOTALL);
    Matcher found = element.matcher(document);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
