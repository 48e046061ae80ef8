package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.SnapshotMetadata;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;

/** InstallSnapshot: a piece of a snapshot, with what the whole stands for. */
final class InstallSnapshotCodec {
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
    Long term = null;
    String address = null;
    SnapshotMetadata snapshot = null;
    Long offset = null;
    Bytes data = null;
    PeerCodec.NumberedHeader peer = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.ADDRESS)) {
        address = in.trimmedText();
      } else if (in.is(Elements.SNAPSHOT)) {
        snapshot = readSnapshot(in);
      } else if (in.is(Elements.OFFSET)) {
        offset = in.longValue();
      } else if (in.is(Elements.DATA)) {
        data = BytesCodec.readData(in);
      } else if (in.is(Elements.PEER)) {
        peer = PeerCodec.readHeader(in);
      } else {
        in.skip();
      }
    }
    PeerCodec.NumberedHeader header = PeerCodec.requireHeader(in, peer);
    return new PeerRequest<>(
        header.header(),
        in.require(address, Elements.ADDRESS),
        new InstallSnapshot(
            in.require(term, Elements.OUR_TERM),
            in.require(snapshot, Elements.SNAPSHOT),
            in.require(offset, Elements.OFFSET),
            in.require(data, Elements.DATA),
            header.sequence()));
  }

  private static void writeSnapshot(SnapshotMetadata snapshot, XmlWriter out) {
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
    Long index = null;
    Long term = null;
    Long timeMillis = null;
    Configuration configuration = null;
    Long version = null;
    Long sizeBytes = null;
    Long checksum = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_INDEX)) {
        index = in.longValue();
      } else if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.TIME_MILLIS)) {
        timeMillis = in.longValue();
      } else if (in.is(Elements.CONFIGURATION)) {
        configuration = ConfigurationCodec.read(in);
      } else if (in.is(Elements.ACTIVE_VERSION)) {
        version = in.longValue();
      } else if (in.is(Elements.SIZE_BYTES)) {
        sizeBytes = in.longValue();
      } else if (in.is(Elements.CHECKSUM)) {
        checksum = in.longValue();
      } else {
        in.skip();
      }
    }
    return new SnapshotMetadata(
        new LogPosition(in.require(index, Elements.OUR_INDEX), in.require(term, Elements.OUR_TERM)),
        in.require(timeMillis, Elements.TIME_MILLIS),
        in.require(configuration, Elements.CONFIGURATION),
        Math.toIntExact(in.require(version, Elements.ACTIVE_VERSION)),
        in.require(sizeBytes, Elements.SIZE_BYTES),
        in.require(checksum, Elements.CHECKSUM));
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
    Long term = null;
    Boolean done = null;
    Long nextOffset = null;
    PeerCodec.NumberedResponder responder = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.DONE)) {
        done = in.booleanValue();
      } else if (in.is(Elements.NEXT_OFFSET)) {
        nextOffset = in.longValue();
      } else if (in.is(Elements.RESPONDER)) {
        responder = PeerCodec.readResponder(in);
      } else {
        in.skip();
      }
    }
    PeerCodec.NumberedResponder from = in.require(responder, Elements.RESPONDER);
    return new PeerResponse<>(
        from.group(),
        from.from(),
        new InstallSnapshotResponse(
            in.require(term, Elements.OUR_TERM),
            in.require(done, Elements.DONE),
            in.require(nextOffset, Elements.NEXT_OFFSET),
            from.sequence()));
  }
}
