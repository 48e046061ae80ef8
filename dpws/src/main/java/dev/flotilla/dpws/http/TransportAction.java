package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The action that HTTP names beside the envelope: the parameter {@code action} of the content type
 * (RFC 3902) or the older header {@code SOAPAction}. Firewalls and logs go by it, so it must not be
 * another one than that of the envelope. An envelope without an action means this one.
 */
final class TransportAction {
  private static final String SOAP_ACTION = "SOAPAction";
  private static final String PARAMETER = "action";

  private final @Nullable String named;
  private final List<String> all;

  private TransportAction(@Nullable String named, List<String> all) {
    this.named = named;
    this.all = all;
  }

  /** What the headers name. */
  static TransportAction of(HttpHeaders headers) {
    List<String> types = new ArrayList<>();
    for (String type : headers.getAll(HttpHeaderNames.CONTENT_TYPE)) {
      addIfNamed(parameterOf(type), types);
    }
    List<String> all = new ArrayList<>();
    for (String value : headers.getAll(SOAP_ACTION)) {
      addIfNamed(unquoted(value.strip()), all);
    }
    String named = !types.isEmpty() ? types.get(0) : all.isEmpty() ? null : all.get(0);
    all.addAll(types);
    return new TransportAction(named, all);
  }

  /** The action that HTTP names; null if it names none. */
  @Nullable String named() {
    return named;
  }

  /** Refuses headers that name another action (WS-Addressing SOAP binding, 6.4.1.6). */
  void requireNoOther(String action) throws SoapFaultException {
    if (named != null) {
      for (String each : all) {
        require(each, action);
      }
    }
  }

  private static void require(String named, String action) throws SoapFaultException {
    if (!named.equals(action)) {
      throw new SoapFaultException(SoapFault.actionMismatch(action, named));
    }
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
