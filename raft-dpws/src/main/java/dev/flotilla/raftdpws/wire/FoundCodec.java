package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.node.log.Founder;
import dev.flotilla.raft.Member;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Found: the agreement on who founds a group. */
final class FoundCodec {
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
    Long version = null;
    Member from = null;
    Member to = null;
    FoundingList list = null;
    while (in.nextChild()) {
      if (in.is(Elements.VERSION)) {
        version = in.longValue();
      } else if (in.is(Elements.FROM)) {
        from = PeerCodec.readMember(in);
      } else if (in.is(Elements.TO)) {
        to = PeerCodec.readMember(in);
      } else if (in.is(Elements.LIST)) {
        list = readList(in);
      } else {
        in.skip();
      }
    }
    return new FoundRequest(
        Math.toIntExact(in.require(version, Elements.VERSION)),
        in.require(from, Elements.FROM),
        in.require(to, Elements.TO),
        in.require(list, Elements.LIST));
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
    Member from = null;
    Boolean accepted = null;
    FoundingList list = null;
    String reason = null;
    while (in.nextChild()) {
      if (in.is(Elements.FROM)) {
        from = PeerCodec.readMember(in);
      } else if (in.is(Elements.ACCEPTED)) {
        accepted = in.booleanValue();
      } else if (in.is(Elements.LIST)) {
        list = readList(in);
      } else if (in.is(Elements.REASON)) {
        reason = in.text();
      } else {
        in.skip();
      }
    }
    return new FoundResponse(
        in.require(from, Elements.FROM),
        in.require(accepted, Elements.ACCEPTED),
        Optional.ofNullable(list),
        Optional.ofNullable(reason));
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
    String name = null;
    List<Founder> founders = new ArrayList<>();
    String hash = null;
    while (in.nextChild()) {
      if (in.is(Elements.NAME)) {
        name = in.text();
      } else if (in.is(Elements.FOUNDER)) {
        founders.add(readFounder(in));
      } else if (in.is(Elements.HASH)) {
        hash = in.trimmedText();
      } else {
        in.skip();
      }
    }
    FoundingList list = new FoundingList(in.require(name, Elements.NAME), founders);
    if (!list.groupId().value().equals(hash)) {
      throw in.fail("the hash " + hash + " is not that of the founding list");
    }
    return list;
  }

  private static Founder readFounder(XmlReader in) throws XmlException {
    Member member = null;
    String address = null;
    while (in.nextChild()) {
      if (in.is(Elements.MEMBER)) {
        member = PeerCodec.readMember(in);
      } else if (in.is(Elements.ADDRESS)) {
        address = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new Founder(
        in.require(member, Elements.MEMBER), URI.create(in.require(address, Elements.ADDRESS)));
  }
}
