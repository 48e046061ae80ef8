package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;

/** The content of a message whose body is empty, such as the request of WS-Transfer's Get. */
public enum EmptyBody {
  /** The only value. */
  EMPTY;

  /** Reads an empty body, and passes over whatever an odd sender puts into it. */
  public static final BodyReader<EmptyBody> READER =
      new BodyReader<>() {
        @Override
        public EmptyBody read(XmlReader in) throws XmlException {
          in.skip();
          return EMPTY;
        }

        @Override
        public EmptyBody whenEmpty() {
          return EMPTY;
        }
      };

  /** Writes nothing. */
  public static final BodyWriter<EmptyBody> WRITER = (value, out) -> {};
}
