package dev.flotilla.dpws.http;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What is answered to a POST that is not SOAP 1.2. Stateless. */
final class OtherMediaType {
  private static final String SOAP_1_1 = "text/xml";
  private static final String REMEDY =
      "this service takes SOAP 1.2 only; send it as application/soap+xml";
  private static final int MAX_TYPE_CHARS = 100;
  private static final XmlElement ENVELOPE_OF_1_1 =
      XmlElement.of("http://schemas.xmlsoap.org/soap/envelope/", "s11", "Envelope");

  /** SOAP 1.2 part 1, appendix A: a sender of SOAP 1.1 gets its own kind of fault. */
  private static final HttpResource VERSION_MISMATCH =
      HttpResource.of(
          HttpResource.XML,
          utf8(
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                  + "<s11:Envelope xmlns:s11=\"http://schemas.xmlsoap.org/soap/envelope/\""
                  + " xmlns:s12=\"http://www.w3.org/2003/05/soap-envelope\"><s11:Header>"
                  + "<s12:Upgrade><s12:SupportedEnvelope qname=\"s12:Envelope\"/></s12:Upgrade>"
                  + "</s11:Header><s11:Body><s11:Fault><faultcode>s11:VersionMismatch</faultcode>"
                  + "<faultstring>the request is SOAP 1.1: "
                  + REMEDY
                  + ", in the namespace http://www.w3.org/2003/05/soap-envelope"
                  + "</faultstring></s11:Fault></s11:Body></s11:Envelope>"));

  private OtherMediaType() {}

  /** The answer to an envelope of SOAP 1.1, as whatever type it was sent; null to others. */
  static @Nullable HttpResource refusal(XmlReader document) {
    return document.is(ENVELOPE_OF_1_1) ? VERSION_MISMATCH : null;
  }

  /** Why the request is refused, in a form that its sender reads. */
  static HttpResource refusal(HttpRequest request) {
    String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
    if (type.strip().regionMatches(true, 0, SOAP_1_1, 0, SOAP_1_1.length())) {
      return VERSION_MISMATCH;
    }
    String seen =
        request.headers().contains(HttpHeaderNames.CONTENT_ENCODING)
            ? "a request with a Content-Encoding is not read: "
            : "a request of type '" + XmlText.abbreviated(type, MAX_TYPE_CHARS) + "' is not read: ";
    return HttpResource.text(seen + REMEDY + "\n");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
