package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.OpenSession;
import dev.flotilla.raft.SessionTag;
import java.util.Optional;

/** OpenSession, and which command of a session one is. */
final class SessionCodec {
  private SessionCodec() {}

  static void writeRequest(OpenSessionRequest open, XmlWriter out) {
    out.open(Elements.OPEN_SESSION_REQUEST);
    out.element(Elements.OUR_UID, open.request().uid());
    out.optional(Elements.GROUP, open.group().map(GroupId::value).orElse(null));
    out.close(Elements.OPEN_SESSION_REQUEST);
  }

  static OpenSessionRequest readRequest(XmlReader in) throws XmlException {
    String uid = null;
    String group = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_UID)) {
        uid = in.trimmedText();
      } else if (in.is(Elements.GROUP)) {
        group = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new OpenSessionRequest(
        new OpenSession(in.require(uid, Elements.OUR_UID)),
        Optional.ofNullable(group).map(GroupId::new));
  }

  static void writeResponse(OpenSessionResponse response, XmlWriter out) {
    out.open(Elements.OPEN_SESSION_RESPONSE);
    response.session().ifPresent(session -> out.element(Elements.SESSION_ID, session));
    out.optional(Elements.OUR_LEADER_ADDRESS, response.leaderAddress().orElse(null));
    out.close(Elements.OPEN_SESSION_RESPONSE);
  }

  static OpenSessionResponse readResponse(XmlReader in) throws XmlException {
    Long session = null;
    String leaderAddress = null;
    while (in.nextChild()) {
      if (in.is(Elements.SESSION_ID)) {
        session = in.longValue();
      } else if (in.is(Elements.OUR_LEADER_ADDRESS)) {
        leaderAddress = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new OpenSessionResponse(
        Optional.ofNullable(session), Optional.ofNullable(leaderAddress));
  }

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
