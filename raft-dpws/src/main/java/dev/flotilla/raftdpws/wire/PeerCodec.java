package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.Incarnation;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.NodeId;
import org.jspecify.annotations.Nullable;

/** What messages between members have in common: members, positions, and who speaks to whom. */
final class PeerCodec {
  private PeerCodec() {}

  /** A request's header with the request's number. */
  record NumberedHeader(PeerHeader header, long sequence) {}

  /** Who answers, with the number of the request answered. */
  record NumberedResponder(GroupId group, Member from, long sequence) {}

  static void writeHeader(PeerHeader header, long sequence, XmlWriter out) {
    out.open(Elements.PEER);
    out.element(Elements.VERSION, header.version());
    out.element(Elements.GROUP, header.group().value());
    writeMember(Elements.FROM, header.from(), out);
    writeMember(Elements.TO, header.to(), out);
    out.element(Elements.SEQUENCE, sequence);
    out.close(Elements.PEER);
  }

  static NumberedHeader readHeader(XmlReader in) throws XmlException {
    Long version = null;
    String group = null;
    Member from = null;
    Member to = null;
    Long sequence = null;
    while (in.nextChild()) {
      if (in.is(Elements.VERSION)) {
        version = in.longValue();
      } else if (in.is(Elements.GROUP)) {
        group = in.trimmedText();
      } else if (in.is(Elements.FROM)) {
        from = readMember(in);
      } else if (in.is(Elements.TO)) {
        to = readMember(in);
      } else if (in.is(Elements.SEQUENCE)) {
        sequence = in.longValue();
      } else {
        in.skip();
      }
    }
    PeerHeader header =
        new PeerHeader(
            Math.toIntExact(in.require(version, Elements.VERSION)),
            new GroupId(in.require(group, Elements.GROUP)),
            in.require(from, Elements.FROM),
            in.require(to, Elements.TO));
    return new NumberedHeader(header, in.require(sequence, Elements.SEQUENCE));
  }

  static void writeResponder(GroupId group, Member from, long sequence, XmlWriter out) {
    out.open(Elements.RESPONDER);
    out.element(Elements.GROUP, group.value());
    writeMember(Elements.FROM, from, out);
    out.element(Elements.SEQUENCE, sequence);
    out.close(Elements.RESPONDER);
  }

  static NumberedResponder readResponder(XmlReader in) throws XmlException {
    String group = null;
    Member from = null;
    Long sequence = null;
    while (in.nextChild()) {
      if (in.is(Elements.GROUP)) {
        group = in.trimmedText();
      } else if (in.is(Elements.FROM)) {
        from = readMember(in);
      } else if (in.is(Elements.SEQUENCE)) {
        sequence = in.longValue();
      } else {
        in.skip();
      }
    }
    return new NumberedResponder(
        new GroupId(in.require(group, Elements.GROUP)),
        in.require(from, Elements.FROM),
        in.require(sequence, Elements.SEQUENCE));
  }

  static void writeMember(XmlElement element, Member member, XmlWriter out) {
    out.open(element);
    out.element(Elements.ID, member.id().toString());
    out.element(Elements.INCARNATION, member.incarnation().toString());
    out.close(element);
  }

  static Member readMember(XmlReader in) throws XmlException {
    String id = null;
    String incarnation = null;
    while (in.nextChild()) {
      if (in.is(Elements.ID)) {
        id = in.trimmedText();
      } else if (in.is(Elements.INCARNATION)) {
        incarnation = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new Member(
        NodeId.parse(in.require(id, Elements.ID)),
        Incarnation.parse(in.require(incarnation, Elements.INCARNATION)));
  }

  static void writeHint(LogPosition hint, XmlWriter out) {
    out.open(Elements.HINT);
    out.element(Elements.OUR_INDEX, hint.index());
    out.element(Elements.OUR_TERM, hint.term());
    out.close(Elements.HINT);
  }

  static LogPosition readHint(XmlReader in) throws XmlException {
    Long index = null;
    Long term = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_INDEX)) {
        index = in.longValue();
      } else if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
      } else {
        in.skip();
      }
    }
    return position(in.require(index, Elements.OUR_INDEX), in.require(term, Elements.OUR_TERM));
  }

  /** A position as sent: 2014 servers send term -1 for the place before the first entry. */
  static LogPosition position(long index, long term) {
    return index <= 0 ? LogPosition.ORIGIN : new LogPosition(index, term);
  }

  static NumberedHeader requireHeader(XmlReader in, @Nullable NumberedHeader header)
      throws XmlException {
    return in.require(header, Elements.PEER);
  }
}
