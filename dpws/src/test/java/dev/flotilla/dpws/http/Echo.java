package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;

/** An operation for tests that gives back what it is given. */
public final class Echo {
  public static final String ACTION = "urn:test:echo/Echo";
  public static final XmlElement REQUEST = XmlElement.of("urn:test:echo", "e", "EchoRequest");
  public static final XmlElement RESPONSE = REQUEST.sibling("EchoResponse");
  public static final XmlElement TEXT = REQUEST.sibling("text");
  public static final Operation<String, String> OPERATION =
      new Operation<>(
          ACTION,
          ACTION + "Response",
          in -> read(REQUEST, in),
          (text, out) -> write(REQUEST, text, out),
          in -> read(RESPONSE, in),
          (text, out) -> write(RESPONSE, text, out));

  private Echo() {}

  /** A service that answers at once, on the event loop. */
  public static SoapService service() {
    return SoapService.builder()
        .operation(OPERATION, (text, exchange) -> exchange.answer(text))
        .build();
  }

  private static String read(XmlElement root, XmlReader in) throws XmlException {
    in.expect(root);
    String text = null;
    while (in.nextChild()) {
      if (in.is(TEXT)) {
        text = in.text();
      } else {
        in.skip();
      }
    }
    return in.require(text, TEXT);
  }

  private static void write(XmlElement root, String text, XmlWriter out) {
    out.open(root).element(TEXT, text).close(root);
  }
}
