package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;

/** Reads header blocks that WS-Addressing does not define, such as AppSequence. */
@FunctionalInterface
public interface HeaderBlockReader {
  /**
   * Reads the block on whose start the reader stands.
   *
   * @return whether it is understood and read to its end; if not, the reader must not have moved
   */
  boolean read(XmlReader in) throws XmlException;
}
