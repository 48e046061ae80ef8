package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Status: what a server tells of itself. */
final class StatusCodec {
  private StatusCodec() {}

  static void writeRequest(StatusRequest request, XmlWriter out) {
    out.open(Elements.STATUS_REQUEST).close(Elements.STATUS_REQUEST);
  }

  static StatusRequest readRequest(XmlReader in) throws XmlException {
    in.skip();
    return StatusRequest.INSTANCE;
  }

  static void writeResponse(StatusResponse status, XmlWriter out) {
    StatusResponse.Progress progress = status.progress();
    out.open(Elements.STATUS_RESPONSE);
    out.element(Elements.VERSION, status.version());
    out.element(Elements.NAME, status.name());
    out.optional(Elements.GROUP, status.group().map(GroupId::value).orElse(null));
    writeMember(Elements.SELF, status.self(), out);
    out.element(Elements.ROLE, status.role());
    out.element(Elements.OUR_TERM, progress.term());
    status.leader().ifPresent(leader -> writeMember(Elements.LEADER, leader, out));
    out.element(Elements.LAST_INDEX, progress.lastIndex());
    out.element(Elements.DURABLE_INDEX, progress.durableIndex());
    out.element(Elements.COMMIT_INDEX, progress.commitIndex());
    out.element(Elements.APPLIED_INDEX, progress.appliedIndex());
    for (MemberAddress member : status.members()) {
      writeMember(Elements.MEMBER, member, out);
    }
    status.configuration().ifPresent(known -> ConfigurationCodec.write(known, out));
    out.optional(Elements.WAITING_FOR, status.waitingFor().orElse(null));
    out.close(Elements.STATUS_RESPONSE);
  }

  static StatusResponse readResponse(XmlReader in) throws XmlException {
    Map<String, String> texts = new HashMap<>();
    MemberAddress self = null;
    MemberAddress leader = null;
    List<MemberAddress> members = new ArrayList<>();
    Configuration configuration = null;
    while (in.nextChild()) {
      if (in.is(Elements.SELF)) {
        self = readMember(in);
      } else if (in.is(Elements.LEADER)) {
        leader = readMember(in);
      } else if (in.is(Elements.MEMBER)) {
        members.add(readMember(in));
      } else if (in.is(Elements.CONFIGURATION)) {
        configuration = ConfigurationCodec.read(in);
      } else if (in.namespace().equals(RaftNames.FLOTILLA)) {
        texts.put(in.localName(), in.text());
      } else {
        in.skip();
      }
    }
    return new StatusResponse(
        Math.toIntExact(number(in, texts, Elements.VERSION)),
        text(in, texts, Elements.NAME),
        Optional.ofNullable(texts.get(Elements.GROUP.localName())).map(GroupId::new),
        in.require(self, Elements.SELF),
        text(in, texts, Elements.ROLE),
        Optional.ofNullable(leader),
        new StatusResponse.Progress(
            number(in, texts, Elements.OUR_TERM),
            number(in, texts, Elements.LAST_INDEX),
            number(in, texts, Elements.DURABLE_INDEX),
            number(in, texts, Elements.COMMIT_INDEX),
            number(in, texts, Elements.APPLIED_INDEX)),
        members,
        Optional.ofNullable(configuration),
        Optional.ofNullable(texts.get(Elements.WAITING_FOR.localName())));
  }

  private static String text(XmlReader in, Map<String, String> texts, XmlElement element)
      throws XmlException {
    return in.require(texts.get(element.localName()), element);
  }

  private static long number(XmlReader in, Map<String, String> texts, XmlElement element)
      throws XmlException {
    return Long.parseLong(text(in, texts, element).strip());
  }

  private static void writeMember(XmlElement element, MemberAddress member, XmlWriter out) {
    out.open(element);
    PeerCodec.writeMember(Elements.MEMBER, member.member(), out);
    out.optional(Elements.ADDRESS, member.address().orElse(null));
    out.close(element);
  }

  private static MemberAddress readMember(XmlReader in) throws XmlException {
    Member member = null;
    @Nullable String address = null;
    while (in.nextChild()) {
      if (in.is(Elements.MEMBER)) {
        member = PeerCodec.readMember(in);
      } else if (in.is(Elements.ADDRESS)) {
        address = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new MemberAddress(in.require(member, Elements.MEMBER), Optional.ofNullable(address));
  }
}
