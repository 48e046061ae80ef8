package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.util.List;

/** Found: the agreement on who founds a group. */
final class FoundCodec {
  private static final XmlField<Boolean> ACCEPTED = XmlField.truth(Elements.ACCEPTED);
  private static final XmlField<String> REASON = XmlField.text(Elements.REASON);
  private static final XmlField<FoundingList> LIST =
      XmlField.of(Elements.LIST, FoundCodec::readList);
  private static final XmlField<String> NAME = XmlField.text(Elements.NAME);
  private static final XmlField<List<Founder>> FOUNDERS =
      XmlField.list(Elements.FOUNDER, FoundCodec::readFounder);
  private static final XmlField<String> HASH = XmlField.token(Elements.HASH);
  private static final XmlField<Member> MEMBER = PeerCodec.member(Elements.MEMBER);

  private FoundCodec() {}

  static void writeRequest(FoundRequest request, XmlWriter out) {
    out.open(Elements.FOUND_REQUEST);
    out.element(Elements.VERSION, request.version());
    PeerCodec.writeMember(Elements.FROM, request.from(), out);
    PeerCodec.writeMember(Elements.TO, request.to(), out);
    writeList(request.list(), out);
    out.close(Elements.FOUND_REQUEST);
  }

  static FoundRequest readRequest(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.VERSION, PeerCodec.FROM, PeerCodec.TO, LIST);
    return new FoundRequest(
        read.require(PeerCodec.VERSION),
        read.require(PeerCodec.FROM),
        read.require(PeerCodec.TO),
        read.require(LIST));
  }

  static void writeResponse(FoundResponse response, XmlWriter out) {
    out.open(Elements.FOUND_RESPONSE);
    PeerCodec.writeMember(Elements.FROM, response.from(), out);
    out.element(Elements.ACCEPTED, response.accepted());
    response.list().ifPresent(list -> writeList(list, out));
    out.optional(Elements.REASON, response.reason().orElse(null));
    out.close(Elements.FOUND_RESPONSE);
  }

  static FoundResponse readResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.FROM, ACCEPTED, LIST, REASON);
    return new FoundResponse(
        read.require(PeerCodec.FROM), read.require(ACCEPTED), read.find(LIST), read.find(REASON));
  }

  private static void writeList(FoundingList list, XmlWriter out) {
    out.open(Elements.LIST);
    out.element(Elements.NAME, list.name());
    for (Founder founder : list.founders()) {
      out.open(Elements.FOUNDER);
      PeerCodec.writeMember(Elements.MEMBER, founder.member(), out);
      out.element(Elements.ADDRESS, founder.address().toString());
      out.close(Elements.FOUNDER);
    }
    out.element(Elements.HASH, list.groupId().value());
    out.close(Elements.LIST);
  }

  private static FoundingList readList(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, NAME, FOUNDERS, HASH);
    FoundingList list = new FoundingList(read.require(NAME), read.all(FOUNDERS));
    String hash = read.require(HASH);
    if (!list.groupId().value().equals(hash)) {
      throw in.fail("the hash " + hash + " is not that of the founding list");
    }
    return list;
  }

  private static Founder readFounder(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, MEMBER, PeerCodec.ADDRESS);
    return new Founder(read.require(MEMBER), URI.create(read.require(PeerCodec.ADDRESS)));
  }
}
