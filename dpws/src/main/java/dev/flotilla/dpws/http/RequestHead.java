package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpEnd;
import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the head of a request says. It is found out once, also for the requests that repeat the head
 * on their connection; the length in it is that of the first. On one event loop.
 *
 * <p>HTTP may name the action beside the envelope: by the parameter {@code action} of the content
 * type (RFC 3902) or the older header {@code SOAPAction}. Firewalls and logs go by it, so it must
 * not be another one than that of the envelope. An envelope without an action means this one.
 */
final class RequestHead {
  private static final String SOAP_ACTION = "SOAPAction";
  private static final String PARAMETER = "action";
  private static final String UUID = "urn:uuid:";

  final HttpRequest request;

  /** Where the request goes, without query. */
  final String path;

  final HttpEnd end;

  /** Whether the envelope is in XML. */
  final boolean isXml;

  /** The action that HTTP names; null if it names none. */
  final @Nullable String action;

  /** All that it names. */
  final List<String> actions;

  /** The last addressee that was found to be here: messages mostly have the same. */
  String knownTarget = Addressing.ANONYMOUS;

  private RequestHead(HttpRequest request, String path) {
    this.request = request;
    this.path = path;
    this.end = HttpUtil.isKeepAlive(request) ? HttpEnd.KEEP_OPEN : HttpEnd.CLOSE;
    this.isXml = MessageHeads.isSoap(request);
    List<String> types = new ArrayList<>();
    for (String type : request.headers().getAll(HttpHeaderNames.CONTENT_TYPE)) {
      addIfNamed(parameterOf(type), types);
    }
    List<String> all = new ArrayList<>();
    for (String value : request.headers().getAll(SOAP_ACTION)) {
      addIfNamed(unquoted(value.strip()), all);
    }
    this.action = !types.isEmpty() ? types.get(0) : all.isEmpty() ? null : all.get(0);
    all.addAll(types);
    this.actions = all;
  }

  static RequestHead of(HttpRequest request) throws HttpException {
    return new RequestHead(request, Routes.pathOf(request.uri()));
  }

  /** Whether another form than XML, that is understood here, is also known to the other side. */
  boolean knows(MessageEncoding offered) {
    return isXml
        ? MessageHeads.accepts(request, offered.contentType())
        : MessageHeads.isOf(request, offered.contentType());
  }

  /**
   * Refuses an envelope whose action HTTP names otherwise (WS-Addressing SOAP binding, 6.4.1.6).
   */
  void requireAction(String meant) throws SoapFaultException {
    for (String each : actions) {
      if (!each.equals(meant)) {
        throw new SoapFaultException(SoapFault.actionMismatch(meant, each));
      }
    }
  }

  /**
   * Refuses an addressee that is not at the path that the message was sent to. Host and port may
   * differ behind a proxy or under a name; the path may not. A UUID must be one of what answers
   * here: the message may be meant for a device that has had this address before.
   */
  void requireTarget(@Nullable String to, Routes routes) throws SoapFaultException, HttpException {
    if (to == null) {
      return;
    }
    if (!to.equals(Addressing.ANONYMOUS) && !isHere(to, routes)) {
      throw new SoapFaultException(SoapFault.destinationUnreachable(to));
    }
    knownTarget = to;
  }

  private boolean isHere(String to, Routes routes) throws HttpException {
    if (begins(to, "http:") || begins(to, "https:")) {
      return Routes.pathOf(to).equals(path);
    }
    return !begins(to, UUID) || routes.isNamed(to);
  }

  private static boolean begins(String address, String start) {
    return address.regionMatches(true, 0, start, 0, start.length());
  }

  /** An empty one names nothing (SOAP 1.1, 6.1.1). */
  private static void addIfNamed(@Nullable String action, List<String> names) {
    if (action != null && !action.isEmpty()) {
      names.add(action);
    }
  }

  private static @Nullable String parameterOf(String contentType) {
    int begin = end(contentType, 0);
    while (begin < contentType.length()) {
      int end = end(contentType, begin + 1);
      String parameter = contentType.substring(begin + 1, end);
      int equals = parameter.indexOf('=');
      if (equals >= 0 && parameter.substring(0, equals).strip().equalsIgnoreCase(PARAMETER)) {
        return unquoted(parameter.substring(equals + 1).strip());
      }
      begin = end;
    }
    return null;
  }

  /** Where the part that begins here ends: at a semicolon that is not quoted, or at the end. */
  private static int end(String text, int begin) {
    boolean isQuoted = false;
    for (int at = begin; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == '\\' && isQuoted) {
        at++;
      } else if (c == ';' && !isQuoted) {
        return at;
      }
    }
    return text.length();
  }

  private static String unquoted(String value) {
    boolean isQuoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return isQuoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
  }
}
