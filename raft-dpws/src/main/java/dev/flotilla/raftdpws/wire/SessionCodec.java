package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;

/** OpenSession, and which command of a session one is. */
final class SessionCodec {
  private static final XmlField<String> UID = XmlField.token(Elements.OUR_UID);
  private static final XmlField<Long> SESSION_ID = NumberFields.sequence(Elements.SESSION_ID);
  private static final XmlField<String> LEADER_ADDRESS =
      XmlField.token(Elements.OUR_LEADER_ADDRESS);
  private static final XmlField<Long> ID = NumberFields.sequence(Elements.ID);
  private static final XmlField<Long> LOWEST_UNANSWERED =
      NumberFields.sequence(Elements.LOWEST_UNANSWERED);

  private SessionCodec() {}

  static void writeRequest(OpenSessionRequest open, XmlWriter out) {
    out.open(Elements.OPEN_SESSION_REQUEST);
    out.element(Elements.OUR_UID, open.request().uid());
    out.optional(Elements.GROUP, open.group().map(GroupId::value).orElse(null));
    out.close(Elements.OPEN_SESSION_REQUEST);
  }

  static OpenSessionRequest readRequest(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, UID, PeerCodec.GROUP);
    return new OpenSessionRequest(
        new OpenSession(read.require(UID)), read.find(PeerCodec.GROUP).map(GroupId::new));
  }

  static void writeResponse(OpenSessionResponse response, XmlWriter out) {
    out.open(Elements.OPEN_SESSION_RESPONSE);
    response.session().ifPresent(session -> out.element(Elements.SESSION_ID, session));
    out.optional(Elements.OUR_LEADER_ADDRESS, response.leaderAddress().orElse(null));
    out.close(Elements.OPEN_SESSION_RESPONSE);
  }

  static OpenSessionResponse readResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, SESSION_ID, LEADER_ADDRESS);
    return new OpenSessionResponse(read.find(SESSION_ID), read.find(LEADER_ADDRESS));
  }

  static void writeTag(SessionTag tag, XmlWriter out) {
    out.open(Elements.SESSION);
    out.slot().element(Elements.ID, tag.session());
    out.slot().element(Elements.SEQUENCE, tag.sequence());
    out.slot().element(Elements.LOWEST_UNANSWERED, tag.lowestUnanswered());
    out.close(Elements.SESSION);
  }

  static SessionTag readTag(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, ID, PeerCodec.SEQUENCE, LOWEST_UNANSWERED);
    return new SessionTag(
        read.require(ID), read.require(PeerCodec.SEQUENCE), read.require(LOWEST_UNANSWERED));
  }
}
