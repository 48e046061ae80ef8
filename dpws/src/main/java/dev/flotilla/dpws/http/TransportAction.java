package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The action that HTTP names beside the envelope: the parameter {@code action} of the content type
 * (RFC 3902) or the older header {@code SOAPAction}. Firewalls and logs go by it, so it must not be
 * another one than that of the envelope.
 */
final class TransportAction {
  private static final String SOAP_ACTION = "SOAPAction";
  private static final String PARAMETER = "action";

  private TransportAction() {}

  /** Refuses headers that name another action (WS-Addressing SOAP binding, 6.4.1.6). */
  static void requireNoOther(HttpHeaders headers, String action) throws SoapFaultException {
    for (String value : headers.getAll(SOAP_ACTION)) {
      require(unquoted(value.strip()), action);
    }
    for (String type : headers.getAll(HttpHeaderNames.CONTENT_TYPE)) {
      require(parameterOf(type), action);
    }
  }

  private static void require(@Nullable String named, String action) throws SoapFaultException {
    // An empty one names nothing (SOAP 1.1, 6.1.1).
    if (named != null && !named.isEmpty() && !named.equals(action)) {
      throw new SoapFaultException(SoapFault.actionMismatch(action, named));
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
