package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * A reference parameter of an endpoint reference: every message to that endpoint carries it as a
 * header block (WS-Addressing core 2.1, SOAP binding 2.3).
 *
 * <p>Only parameters that hold text are supported. Their sizes are bounded, because strangers
 * choose them.
 *
 * @param name its name, in a namespace other than those of SOAP and WS-Addressing
 * @param value its text
 */
public record ReferenceParameter(QName name, String value) {
  /** The largest number of parameters that an endpoint reference or a message may have. */
  public static final int MAX_PARAMETERS = 8;

  /** The longest text that is accepted, in characters. */
  public static final int MAX_VALUE_CHARS = 1_024;

  private static final int MAX_NAME_CHARS = 256;
  private static final String PREFIX = "rp";
  private static final Set<String> RESERVED_NAMESPACES =
      Set.of(Addressing.NAMESPACE, SoapNames.ENVELOPE.namespace());

  /** Rejects what cannot be written as a header block, or would be read as a header of SOAP. */
  public ReferenceParameter {
    if (name.getNamespaceURI().isEmpty() || RESERVED_NAMESPACES.contains(name.getNamespaceURI())) {
      throw new IllegalArgumentException(
          "the reference parameter "
              + XmlText.abbreviated(name.toString(), MAX_NAME_CHARS)
              + " needs a namespace other than those of SOAP and WS-Addressing");
    }
    requireLength("namespace", name.getNamespaceURI(), MAX_NAME_CHARS);
    requireLength("name", name.getLocalPart(), MAX_NAME_CHARS);
    requireLength("value", value, MAX_VALUE_CHARS);
    XmlElement unused = element(name); // Throws if the name is not one that can be written.
  }

  /** A parameter with the name of an element. */
  public static ReferenceParameter of(XmlElement element, String value) {
    return new ReferenceParameter(element.name(), value);
  }

  /** Reads the parameters in the element on whose start the reader stands, up to its end. */
  static List<ReferenceParameter> readAll(XmlReader in) throws XmlException {
    List<ReferenceParameter> parameters = new ArrayList<>();
    while (in.nextChild()) {
      if (parameters.size() == MAX_PARAMETERS) {
        throw in.fail("more than " + MAX_PARAMETERS + " reference parameters");
      }
      parameters.add(read(in));
    }
    return parameters;
  }

  /** The same without those that are not supported. */
  static List<ReferenceParameter> readSupported(XmlReader in) throws XmlException {
    List<ReferenceParameter> parameters = new ArrayList<>();
    while (in.nextChild()) {
      readIfSupported(in)
          .filter(parameter -> parameters.size() < MAX_PARAMETERS)
          .ifPresent(parameters::add);
    }
    return parameters;
  }

  /**
   * Reads the header block on whose start the reader stands, up to its end. Empty if no endpoint
   * reference of ours has such a parameter.
   */
  static Optional<ReferenceParameter> readIfSupported(XmlReader in) throws XmlException {
    QName name = in.name();
    String text = in.leafText();
    try {
      return Optional.ofNullable(text).map(value -> new ReferenceParameter(name, value));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static ReferenceParameter read(XmlReader in) throws XmlException {
    QName name = in.name();
    String text = in.leafText();
    if (text == null) {
      throw in.fail("the reference parameter " + name + " holds elements; only text is supported");
    }
    try {
      return new ReferenceParameter(name, text);
    } catch (IllegalArgumentException e) {
      throw in.fail(String.valueOf(e.getMessage()));
    }
  }

  /** Writes the parameter as a part of an endpoint reference. */
  void write(XmlWriter out) {
    out.element(element(name), value);
  }

  /** Writes the parameter as a header block of a message to the endpoint. */
  void writeHeaderBlock(XmlWriter out) {
    XmlElement element = element(name);
    out.open(element)
        .attribute(Addressing.IS_REFERENCE_PARAMETER_ATTRIBUTE, "true")
        .text(value)
        .close(element);
  }

  private static XmlElement element(QName name) {
    return XmlElement.of(name.getNamespaceURI(), PREFIX, name.getLocalPart());
  }

  private static void requireLength(String what, String text, int maxChars) {
    if (text.length() > maxChars) {
      throw new IllegalArgumentException(
          "the %s of a reference parameter has %s characters, at most %s are accepted"
              .formatted(what, text.length(), maxChars));
    }
  }
}
