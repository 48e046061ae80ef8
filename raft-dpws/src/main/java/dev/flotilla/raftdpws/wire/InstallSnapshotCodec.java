package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;

/** InstallSnapshot: a piece of a snapshot, with what the whole stands for. */
final class InstallSnapshotCodec {
  static final XmlField<SnapshotMetadata> SNAPSHOT =
      XmlField.of(Elements.SNAPSHOT, InstallSnapshotCodec::readSnapshot);
  static final XmlField<Long> OFFSET = NumberFields.snapshotBytes(Elements.OFFSET);
  private static final XmlField<Long> TIME_MILLIS = NumberFields.timeMillis(Elements.TIME_MILLIS);
  private static final XmlField<Configuration> CONFIGURATION =
      XmlField.of(Elements.CONFIGURATION, ConfigurationCodec::read);
  private static final XmlField<Integer> VERSION = NumberFields.version(Elements.ACTIVE_VERSION);
  private static final XmlField<Long> SIZE_BYTES = NumberFields.snapshotBytes(Elements.SIZE_BYTES);
  private static final XmlField<Long> CHECKSUM = XmlField.number(Elements.CHECKSUM);
  private static final XmlField<Boolean> DONE = XmlField.truth(Elements.DONE);
  private static final XmlField<Long> NEXT_OFFSET =
      NumberFields.snapshotBytes(Elements.NEXT_OFFSET);

  private InstallSnapshotCodec() {}

  static void writeRequest(PeerRequest<InstallSnapshot> request, XmlWriter out) {
    InstallSnapshot message = request.message();
    out.open(Elements.INSTALL_SNAPSHOT_REQUEST);
    out.element(Elements.OUR_TERM, message.term());
    out.element(Elements.ADDRESS, request.senderAddress());
    writeSnapshot(message.snapshot(), out);
    out.element(Elements.OFFSET, message.offset());
    out.base64(Elements.DATA, message.data().toArray());
    PeerCodec.writeHeader(request.header(), message.sequence(), out);
    out.close(Elements.INSTALL_SNAPSHOT_REQUEST);
  }

  static PeerRequest<InstallSnapshot> readRequest(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in, PeerCodec.TERM, PeerCodec.ADDRESS, SNAPSHOT, OFFSET, Fields.DATA, PeerCodec.PEER);
    PeerCodec.NumberedHeader peer = read.require(PeerCodec.PEER);
    return new PeerRequest<>(
        peer.header(),
        read.require(PeerCodec.ADDRESS),
        new InstallSnapshot(
            read.require(PeerCodec.TERM),
            read.require(SNAPSHOT),
            read.require(OFFSET),
            read.require(Fields.DATA),
            peer.sequence()));
  }

  static void writeSnapshot(SnapshotMetadata snapshot, XmlWriter out) {
    out.open(Elements.SNAPSHOT);
    out.element(Elements.OUR_INDEX, snapshot.last().index());
    out.element(Elements.OUR_TERM, snapshot.last().term());
    out.element(Elements.TIME_MILLIS, snapshot.timeMillis());
    ConfigurationCodec.write(snapshot.configuration(), out);
    out.element(Elements.ACTIVE_VERSION, snapshot.version());
    out.element(Elements.SIZE_BYTES, snapshot.sizeBytes());
    out.element(Elements.CHECKSUM, snapshot.checksum());
    out.close(Elements.SNAPSHOT);
  }

  private static SnapshotMetadata readSnapshot(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            PeerCodec.INDEX,
            PeerCodec.TERM,
            TIME_MILLIS,
            CONFIGURATION,
            VERSION,
            SIZE_BYTES,
            CHECKSUM);
    return new SnapshotMetadata(
        new LogPosition(read.require(PeerCodec.INDEX), read.require(PeerCodec.TERM)),
        read.require(TIME_MILLIS),
        read.require(CONFIGURATION),
        read.require(VERSION),
        read.require(SIZE_BYTES),
        read.require(CHECKSUM));
  }

  static void writeResponse(PeerResponse<InstallSnapshotResponse> response, XmlWriter out) {
    InstallSnapshotResponse message = response.message();
    out.open(Elements.INSTALL_SNAPSHOT_RESPONSE);
    out.element(Elements.OUR_TERM, message.term());
    out.element(Elements.DONE, message.done());
    out.element(Elements.NEXT_OFFSET, message.nextOffset());
    PeerCodec.writeResponder(response.group(), response.from(), message.sequence(), out);
    out.close(Elements.INSTALL_SNAPSHOT_RESPONSE);
  }

  static PeerResponse<InstallSnapshotResponse> readResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.TERM, DONE, NEXT_OFFSET, PeerCodec.RESPONDER);
    PeerCodec.NumberedResponder from = read.require(PeerCodec.RESPONDER);
    return new PeerResponse<>(
        from.group(),
        from.from(),
        new InstallSnapshotResponse(
            read.require(PeerCodec.TERM),
            read.require(DONE),
            read.require(NEXT_OFFSET),
            from.sequence()));
  }
}
