package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The parts of a status that tell how storage and followers do. */
final class GaugesCodec {
  private static final XmlField<Long> INDEX = NumberFields.gauge(Elements.OUR_INDEX);
  private static final XmlField<Long> SIZE_BYTES = NumberFields.gauge(Elements.SIZE_BYTES);
  private static final XmlField<Long> AGE_MILLIS = NumberFields.gauge(Elements.AGE_MILLIS);
  private static final XmlField<Long> DURATION_MILLIS =
      NumberFields.gauge(Elements.DURATION_MILLIS);
  private static final XmlField<Long> ENTRIES_BEHIND = NumberFields.gauge(Elements.ENTRIES_BEHIND);
  private static final XmlField<Long> BYTES_BEHIND = NumberFields.gauge(Elements.BYTES_BEHIND);
  private static final XmlField<Long> SENT_BYTES = NumberFields.gauge(Elements.SENT_BYTES);
  private static final XmlField<Long> RECEIVED_BYTES = NumberFields.gauge(Elements.RECEIVED_BYTES);
  private static final XmlField<Long> SNAPSHOT_BYTES_LEFT =
      NumberFields.gauge(Elements.SNAPSHOT_BYTES_LEFT);
  private static final XmlField<Long> SILENT_MILLIS = NumberFields.gauge(Elements.SILENT_MILLIS);
  private static final XmlField<Long> ELECTION_MIN_MILLIS =
      NumberFields.gauge(Elements.ELECTION_MIN_MILLIS);
  private static final XmlField<Long> ELECTION_MAX_MILLIS =
      NumberFields.gauge(Elements.ELECTION_MAX_MILLIS);
  private static final XmlField<Long> HEARTBEAT_MILLIS =
      NumberFields.gauge(Elements.HEARTBEAT_MILLIS);
  private static final XmlField<Long> REFUSED = NumberFields.gauge(Elements.REFUSED);
  private static final XmlField<Long> DIVERGENCES = NumberFields.gauge(Elements.DIVERGENCES);
  private static final XmlField<String> LAST = XmlField.text(Elements.LAST);
  private static final XmlField<Member> MEMBER = PeerCodec.member(Elements.MEMBER);

  private static final XmlField<String> NAME = XmlField.token(Elements.NAME);
  private static final XmlField<String> VALUE = XmlField.text(Elements.VALUE);

  private GaugesCodec() {}

  static void write(SnapshotStatus status, XmlWriter out) {
    out.open(Elements.NEWEST_SNAPSHOT);
    out.element(Elements.OUR_INDEX, status.index());
    out.element(Elements.SIZE_BYTES, status.sizeBytes());
    out.element(Elements.AGE_MILLIS, status.ageMillis());
    out.element(Elements.DURATION_MILLIS, status.durationMillis());
    out.element(Elements.ENTRIES_BEHIND, status.entriesBehind());
    out.element(Elements.BYTES_BEHIND, status.bytesBehind());
    out.element(Elements.SENT_BYTES, status.sentBytes());
    out.element(Elements.RECEIVED_BYTES, status.receivedBytes());
    out.close(Elements.NEWEST_SNAPSHOT);
  }

  static SnapshotStatus readSnapshot(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            INDEX,
            SIZE_BYTES,
            AGE_MILLIS,
            DURATION_MILLIS,
            ENTRIES_BEHIND,
            BYTES_BEHIND,
            SENT_BYTES,
            RECEIVED_BYTES);
    return new SnapshotStatus(
        read.require(INDEX),
        read.require(SIZE_BYTES),
        read.require(AGE_MILLIS),
        read.require(DURATION_MILLIS),
        read.require(ENTRIES_BEHIND),
        read.require(BYTES_BEHIND),
        read.require(SENT_BYTES),
        read.require(RECEIVED_BYTES));
  }

  static void write(Contradictions met, XmlWriter out) {
    out.open(Elements.CONTRADICTIONS);
    out.element(Elements.REFUSED, met.refused());
    out.element(Elements.DIVERGENCES, met.divergences());
    out.element(Elements.LAST, met.last());
    out.close(Elements.CONTRADICTIONS);
  }

  static Contradictions readContradictions(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, REFUSED, DIVERGENCES, LAST);
    return new Contradictions(read.require(REFUSED), read.require(DIVERGENCES), read.require(LAST));
  }

  static void write(Timing timing, XmlWriter out) {
    out.open(Elements.TIMING);
    out.element(Elements.ELECTION_MIN_MILLIS, timing.electionMinMillis());
    out.element(Elements.ELECTION_MAX_MILLIS, timing.electionMaxMillis());
    out.element(Elements.HEARTBEAT_MILLIS, timing.heartbeatMillis());
    out.close(Elements.TIMING);
  }

  /** Empty for intervals that no server of ours has: they are for people, and no reason to fail. */
  static Optional<Timing> readTiming(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, ELECTION_MIN_MILLIS, ELECTION_MAX_MILLIS, HEARTBEAT_MILLIS);
    long min = read.require(ELECTION_MIN_MILLIS);
    long max = read.require(ELECTION_MAX_MILLIS);
    long heartbeat = read.require(HEARTBEAT_MILLIS);
    try {
      return Optional.of(
          new Timing(Math.toIntExact(min), Math.toIntExact(max), Math.toIntExact(heartbeat)));
    } catch (ArithmeticException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static void write(FollowerStatus status, XmlWriter out) {
    out.open(Elements.FOLLOWER);
    PeerCodec.writeMember(Elements.MEMBER, status.member(), out);
    out.element(Elements.ENTRIES_BEHIND, status.entriesBehind());
    status.snapshotBytesLeft().ifPresent(bytes -> out.element(Elements.SNAPSHOT_BYTES_LEFT, bytes));
    out.element(Elements.SILENT_MILLIS, status.silentMillis());
    out.close(Elements.FOLLOWER);
  }

  static FollowerStatus readFollower(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, MEMBER, ENTRIES_BEHIND, SNAPSHOT_BYTES_LEFT, SILENT_MILLIS);
    return new FollowerStatus(
        read.require(MEMBER),
        read.require(ENTRIES_BEHIND),
        read.find(SNAPSHOT_BYTES_LEFT).map(OptionalLong::of).orElse(OptionalLong.empty()),
        read.require(SILENT_MILLIS));
  }

  static void writeFact(String name, String value, XmlWriter out) {
    out.open(Elements.FACT);
    out.element(Elements.NAME, name);
    out.element(Elements.VALUE, value);
    out.close(Elements.FACT);
  }

  static Map.Entry<String, String> readFact(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, NAME, VALUE);
    return Map.entry(read.require(NAME), read.require(VALUE));
  }
}
