package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Status: what a server tells of itself. */
final class StatusCodec {
  private static final XmlField<String> NAME = XmlField.text(Elements.NAME);
  private static final XmlField<MemberAddress> SELF =
      XmlField.of(Elements.SELF, StatusCodec::readMember);
  private static final XmlField<String> ROLE = XmlField.text(Elements.ROLE);
  private static final XmlField<MemberAddress> LEADER =
      XmlField.of(Elements.LEADER, StatusCodec::readMember);
  private static final XmlField<Long> LAST_INDEX = NumberFields.index(Elements.LAST_INDEX);
  private static final XmlField<Long> DURABLE_INDEX = NumberFields.index(Elements.DURABLE_INDEX);
  private static final XmlField<Long> COMMIT_INDEX = NumberFields.index(Elements.COMMIT_INDEX);
  private static final XmlField<Long> APPLIED_INDEX = NumberFields.index(Elements.APPLIED_INDEX);
  private static final XmlField<List<MemberAddress>> MEMBERS =
      XmlField.list(Elements.MEMBER, StatusCodec::readMember);
  private static final XmlField<Configuration> CONFIGURATION =
      XmlField.of(Elements.CONFIGURATION, ConfigurationCodec::read);
  private static final XmlField<String> WAITING_FOR = XmlField.text(Elements.WAITING_FOR);
  private static final XmlField<SnapshotStatus> NEWEST_SNAPSHOT =
      XmlField.of(Elements.NEWEST_SNAPSHOT, GaugesCodec::readSnapshot);
  private static final XmlField<List<FollowerStatus>> FOLLOWERS =
      XmlField.list(Elements.FOLLOWER, GaugesCodec::readFollower);
  private static final XmlField<Contradictions> CONTRADICTIONS =
      XmlField.of(Elements.CONTRADICTIONS, GaugesCodec::readContradictions);
  private static final XmlField<Optional<Timing>> TIMING =
      XmlField.of(Elements.TIMING, GaugesCodec::readTiming);
  private static final XmlField<String> CERTIFICATE_ENDS = XmlField.text(Elements.CERTIFICATE_ENDS);
  private static final XmlField<List<Map.Entry<String, String>>> FACTS =
      XmlField.list(Elements.FACT, GaugesCodec::readFact);
  private static final XmlField<Member> MEMBER = PeerCodec.member(Elements.MEMBER);

  private static final XmlField<String> EDITION = XmlField.token(Elements.EDITION);

  private StatusCodec() {}

  static void writeRequest(StatusRequest request, XmlWriter out) {
    out.open(Elements.STATUS_REQUEST);
    out.optional(Elements.EDITION, request.edition().orElse(null));
    out.close(Elements.STATUS_REQUEST);
  }

  static StatusRequest readRequest(XmlReader in) throws XmlException {
    return new StatusRequest(XmlFields.read(in, EDITION).find(EDITION));
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
    status.snapshot().ifPresent(snapshot -> GaugesCodec.write(snapshot, out));
    status.distances().forEach(follower -> GaugesCodec.write(follower, out));
    status.timing().ifPresent(timing -> GaugesCodec.write(timing, out));
    if (!status.contradictions().isEmpty()) {
      GaugesCodec.write(status.contradictions(), out);
    }
    out.optional(
        Elements.CERTIFICATE_ENDS, status.certificateEnds().map(Instant::toString).orElse(null));
    status.facts().values().forEach((name, value) -> GaugesCodec.writeFact(name, value, out));
    out.close(Elements.STATUS_RESPONSE);
  }

  static StatusResponse readResponse(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            PeerCodec.VERSION,
            NAME,
            PeerCodec.GROUP,
            SELF,
            ROLE,
            PeerCodec.TERM,
            LEADER,
            LAST_INDEX,
            DURABLE_INDEX,
            COMMIT_INDEX,
            APPLIED_INDEX,
            MEMBERS,
            CONFIGURATION,
            WAITING_FOR,
            NEWEST_SNAPSHOT,
            FOLLOWERS,
            TIMING,
            CONTRADICTIONS,
            CERTIFICATE_ENDS,
            FACTS);
    return new StatusResponse(
        read.require(PeerCodec.VERSION),
        read.require(NAME),
        read.find(PeerCodec.GROUP).map(GroupId::new),
        read.require(SELF),
        read.require(ROLE),
        read.find(LEADER),
        new StatusResponse.Progress(
            read.require(PeerCodec.TERM),
            read.require(LAST_INDEX),
            read.require(DURABLE_INDEX),
            read.require(COMMIT_INDEX),
            read.require(APPLIED_INDEX)),
        read.all(MEMBERS),
        read.find(CONFIGURATION),
        read.find(WAITING_FOR),
        readDetails(read));
  }

  private static StatusDetails readDetails(XmlFields read) throws XmlException {
    return new StatusDetails(
        read.find(NEWEST_SNAPSHOT),
        read.all(FOLLOWERS),
        read.find(TIMING).flatMap(it -> it),
        read.find(CONTRADICTIONS).orElse(Contradictions.NONE),
        read.find(CERTIFICATE_ENDS).flatMap(StatusCodec::instant),
        StatusFacts.ofReceived(read.all(FACTS)));
  }

  /** Empty for what is no time: it is for people, and no reason to fail. */
  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static void writeMember(XmlElement element, MemberAddress member, XmlWriter out) {
    out.open(element);
    PeerCodec.writeMember(Elements.MEMBER, member.member(), out);
    out.optional(Elements.ADDRESS, member.address().orElse(null));
    out.close(element);
  }

  private static MemberAddress readMember(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, MEMBER, PeerCodec.ADDRESS);
    return new MemberAddress(read.require(MEMBER), read.find(PeerCodec.ADDRESS));
  }
}
