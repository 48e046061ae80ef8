package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.SessionTag;

/** Which command of a session one is. */
final class SessionCodec {
  private SessionCodec() {}

  static void writeTag(SessionTag tag, XmlWriter out) {
    out.open(Elements.SESSION);
    out.element(Elements.ID, tag.session());
    out.element(Elements.SEQUENCE, tag.sequence());
    out.element(Elements.LOWEST_UNANSWERED, tag.lowestUnanswered());
    out.close(Elements.SESSION);
  }

  static SessionTag readTag(XmlReader in) throws XmlException {
    Long session = null;
    Long sequence = null;
    Long lowestUnanswered = null;
    while (in.nextChild()) {
      if (in.is(Elements.ID)) {
        session = in.longValue();
      } else if (in.is(Elements.SEQUENCE)) {
        sequence = in.longValue();
      } else if (in.is(Elements.LOWEST_UNANSWERED)) {
        lowestUnanswered = in.longValue();
      } else {
        in.skip();
      }
    }
    return new SessionTag(
        in.require(session, Elements.ID),
        in.require(sequence, Elements.SEQUENCE),
        in.require(lowestUnanswered, Elements.LOWEST_UNANSWERED));
  }
}
