package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.PeerHeader;

/** What messages between members have in common: members, positions, and who speaks to whom. */
final class PeerCodec {
  static final XmlField<Long> TERM = NumberFields.term(Elements.OUR_TERM);
  static final XmlField<Long> INDEX = NumberFields.index(Elements.OUR_INDEX);
  static final XmlField<String> ADDRESS = XmlField.token(Elements.ADDRESS);
  static final XmlField<String> GROUP = XmlField.token(Elements.GROUP);
  static final XmlField<Integer> VERSION = NumberFields.version(Elements.VERSION);
  static final XmlField<Long> SEQUENCE = NumberFields.sequence(Elements.SEQUENCE);
  static final XmlField<Member> FROM = member(Elements.FROM);
  static final XmlField<Member> TO = member(Elements.TO);
  static final XmlField<NumberedHeader> PEER = XmlField.of(Elements.PEER, PeerCodec::readHeader);
  static final XmlField<NumberedResponder> RESPONDER =
      XmlField.of(Elements.RESPONDER, PeerCodec::readResponder);
  private static final XmlField<String> ID = XmlField.token(Elements.ID);
  private static final XmlField<String> INCARNATION = XmlField.token(Elements.INCARNATION);

  private PeerCodec() {}

  static XmlField<Member> member(XmlElement element) {
    return XmlField.of(element, PeerCodec::readMember);
  }

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
    out.slot().element(Elements.SEQUENCE, sequence);
    out.close(Elements.PEER);
  }

  private static NumberedHeader readHeader(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, VERSION, GROUP, FROM, TO, SEQUENCE);
    PeerHeader header =
        new PeerHeader(
            read.require(VERSION),
            new GroupId(read.require(GROUP)),
            read.require(FROM),
            read.require(TO));
    return new NumberedHeader(header, read.require(SEQUENCE));
  }

  static void writeResponder(GroupId group, Member from, long sequence, XmlWriter out) {
    out.open(Elements.RESPONDER);
    out.element(Elements.GROUP, group.value());
    writeMember(Elements.FROM, from, out);
    out.slot().element(Elements.SEQUENCE, sequence);
    out.close(Elements.RESPONDER);
  }

  private static NumberedResponder readResponder(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, GROUP, FROM, SEQUENCE);
    return new NumberedResponder(
        new GroupId(read.require(GROUP)), read.require(FROM), read.require(SEQUENCE));
  }

  static void writeMember(XmlElement element, Member member, XmlWriter out) {
    out.open(element);
    out.element(Elements.ID, member.id().toString());
    out.element(Elements.INCARNATION, member.incarnation().toString());
    out.close(element);
  }

  static Member readMember(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, ID, INCARNATION);
    return KnownMembers.of(read.require(ID), read.require(INCARNATION));
  }

  static void writePosition(XmlElement element, LogPosition position, XmlWriter out) {
    out.open(element);
    out.element(Elements.OUR_INDEX, position.index());
    out.element(Elements.OUR_TERM, position.term());
    out.close(element);
  }

  static LogPosition readPosition(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, INDEX, TERM);
    return position(read.require(INDEX), read.require(TERM));
  }

  /** A position as sent: 2014 servers send term -1 for the place before the first entry. */
  static LogPosition position(long index, long term) {
    return index <= 0 ? LogPosition.ORIGIN : new LogPosition(index, term);
  }
}
