package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.NodeId;
import java.util.Locale;
import java.util.Optional;

/** What operators ask; all requests but one, and all answers, are alike. */
final class AdminCodec {
  private AdminCodec() {}

  static void writeAdd(AddMemberRequest request, XmlWriter out) {
    out.open(Elements.ADD_MEMBER_REQUEST);
    out.optional(Elements.GROUP, request.group().map(GroupId::value).orElse(null));
    PeerCodec.writeMember(Elements.MEMBER, request.member(), out);
    out.optional(Elements.ADDRESS, request.address().orElse(null));
    out.element(Elements.AS, request.as().name().toLowerCase(Locale.ROOT));
    out.optional(Elements.REPLACES, request.replaces().map(NodeId::toString).orElse(null));
    out.close(Elements.ADD_MEMBER_REQUEST);
  }

  static AddMemberRequest readAdd(XmlReader in) throws XmlException {
    String group = null;
    Member member = null;
    String address = null;
    String as = null;
    String replaces = null;
    while (in.nextChild()) {
      if (in.is(Elements.GROUP)) {
        group = in.trimmedText();
      } else if (in.is(Elements.MEMBER)) {
        member = PeerCodec.readMember(in);
      } else if (in.is(Elements.ADDRESS)) {
        address = in.trimmedText();
      } else if (in.is(Elements.AS)) {
        as = in.trimmedText();
      } else if (in.is(Elements.REPLACES)) {
        replaces = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new AddMemberRequest(
        Optional.ofNullable(group).map(GroupId::new),
        in.require(member, Elements.MEMBER),
        Optional.ofNullable(address),
        Standing.valueOf(in.require(as, Elements.AS).toUpperCase(Locale.ROOT)),
        Optional.ofNullable(replaces).map(NodeId::parse));
  }

  static BodyWriter<MemberRequest> requestWriter(XmlElement root) {
    return (request, out) -> {
      out.open(root);
      out.optional(Elements.GROUP, request.group().map(GroupId::value).orElse(null));
      request.member().ifPresent(member -> PeerCodec.writeMember(Elements.MEMBER, member, out));
      out.close(root);
    };
  }

  static MemberRequest readRequest(XmlReader in) throws XmlException {
    String group = null;
    Member member = null;
    while (in.nextChild()) {
      if (in.is(Elements.GROUP)) {
        group = in.trimmedText();
      } else if (in.is(Elements.MEMBER)) {
        member = PeerCodec.readMember(in);
      } else {
        in.skip();
      }
    }
    return new MemberRequest(
        Optional.ofNullable(group).map(GroupId::new), Optional.ofNullable(member));
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
    Boolean success = null;
    String reason = null;
    String leaderAddress = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_SUCCESS)) {
        success = in.booleanValue();
      } else if (in.is(Elements.REASON)) {
        reason = in.text();
      } else if (in.is(Elements.OUR_LEADER_ADDRESS)) {
        leaderAddress = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new AdminResponse(
        in.require(success, Elements.OUR_SUCCESS),
        Optional.ofNullable(reason),
        Optional.ofNullable(leaderAddress));
  }
}
