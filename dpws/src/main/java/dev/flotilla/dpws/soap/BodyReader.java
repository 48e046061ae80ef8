package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;

/**
 * Reads the content of a message. Stateless, any thread, never blocks.
 *
 * @param <T> the message
 */
@FunctionalInterface
public interface BodyReader<T> {
  /**
   * Reads the body's child element, on whose start the reader stands, up to its end.
   *
   * @throws XmlException when it is not the message that is expected; the text goes to its sender
   */
  T read(XmlReader in) throws XmlException;

  /**
   * What a message with an empty body means; an error by default.
   *
   * @throws XmlException when the message needs content
   */
  default T whenEmpty() throws XmlException {
    throw new XmlException("the body is empty");
  }
}
