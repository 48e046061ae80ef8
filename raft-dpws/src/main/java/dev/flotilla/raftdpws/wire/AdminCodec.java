package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import java.util.List;
import java.util.Locale;

/** What operators ask; all requests but one, and all answers, are alike. */
final class AdminCodec {
  private static final XmlField<Member> MEMBER = PeerCodec.member(Elements.MEMBER);
  private static final XmlField<String> AS = XmlField.token(Elements.AS);
  private static final XmlField<String> REPLACES = XmlField.token(Elements.REPLACES);
  private static final XmlField<List<Incarnation>> FORMER =
      XmlField.list(Elements.FORMER, in -> Incarnation.parse(in.trimmedText()));
  private static final XmlField<Boolean> FORCED = XmlField.truth(Elements.FORCED);
  private static final XmlField<Boolean> SUCCESS = XmlField.truth(Elements.OUR_SUCCESS);
  private static final XmlField<String> REASON = XmlField.text(Elements.REASON);
  private static final XmlField<String> LEADER_ADDRESS =
      XmlField.token(Elements.OUR_LEADER_ADDRESS);

  private AdminCodec() {}

  static void writeAdd(AddMemberRequest request, XmlWriter out) {
    out.open(Elements.ADD_MEMBER_REQUEST);
    out.optional(Elements.GROUP, request.group().map(GroupId::value).orElse(null));
    PeerCodec.writeMember(Elements.MEMBER, request.member(), out);
    out.optional(Elements.ADDRESS, request.address().orElse(null));
    out.element(Elements.AS, request.as().name().toLowerCase(Locale.ROOT));
    out.optional(Elements.REPLACES, request.replaces().map(NodeId::toString).orElse(null));
    if (request.forced()) {
      out.element(Elements.FORCED, true);
    }
    out.close(Elements.ADD_MEMBER_REQUEST);
  }

  static AddMemberRequest readAdd(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(in, PeerCodec.GROUP, MEMBER, PeerCodec.ADDRESS, AS, REPLACES, FORCED);
    return new AddMemberRequest(
        read.find(PeerCodec.GROUP).map(GroupId::new),
        read.require(MEMBER),
        read.find(PeerCodec.ADDRESS),
        MemberStatus.parse(read.require(AS)),
        read.find(REPLACES).map(NodeId::parse),
        read.find(FORCED).orElse(false));
  }

  static void writeReadmit(ReadmitRequest request, XmlWriter out) {
    out.open(Elements.READMIT_REQUEST);
    out.element(Elements.GROUP, request.group().value());
    PeerCodec.writeMember(Elements.MEMBER, request.member(), out);
    out.optional(Elements.ADDRESS, request.address().orElse(null));
    for (Incarnation former : request.former()) {
      out.element(Elements.FORMER, former.toString());
    }
    out.close(Elements.READMIT_REQUEST);
  }

  static ReadmitRequest readReadmit(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.GROUP, MEMBER, PeerCodec.ADDRESS, FORMER);
    return new ReadmitRequest(
        new GroupId(read.require(PeerCodec.GROUP)),
        read.require(MEMBER),
        read.find(PeerCodec.ADDRESS),
        read.all(FORMER));
  }

  static BodyWriter<MemberRequest> requestWriter(XmlElement root) {
    return (request, out) -> {
      out.open(root);
      out.optional(Elements.GROUP, request.group().map(GroupId::value).orElse(null));
      request.member().ifPresent(member -> PeerCodec.writeMember(Elements.MEMBER, member, out));
      request.forced().ifPresent(forced -> out.element(Elements.FORCED, forced));
      out.close(root);
    };
  }

  static MemberRequest readRequest(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.GROUP, MEMBER, FORCED);
    return new MemberRequest(
        read.find(PeerCodec.GROUP).map(GroupId::new), read.find(MEMBER), read.find(FORCED));
  }

  static BodyWriter<AdminResponse> responseWriter(XmlElement root) {
    return (response, out) -> {
      out.open(root);
      out.element(Elements.OUR_SUCCESS, response.success());
      out.optional(Elements.REASON, response.reason().orElse(null));
      out.optional(Elements.OUR_LEADER_ADDRESS, response.leaderAddress().orElse(null));
      out.close(root);
    };
  }

  static AdminResponse readResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, SUCCESS, REASON, LEADER_ADDRESS);
    return new AdminResponse(read.require(SUCCESS), read.find(REASON), read.find(LEADER_ADDRESS));
  }
}
