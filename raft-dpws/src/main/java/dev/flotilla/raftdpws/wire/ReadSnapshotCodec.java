package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;

/** ReadSnapshot: a piece of the newest snapshot, for a backup. */
final class ReadSnapshotCodec {
  private static final XmlField<String> REASON = XmlField.text(Elements.REASON);

  private ReadSnapshotCodec() {}

  static void writeRequest(ReadSnapshotRequest request, XmlWriter out) {
    out.open(Elements.READ_SNAPSHOT_REQUEST);
    out.optional(Elements.GROUP, request.group().map(GroupId::value).orElse(null));
    request.snapshot().ifPresent(it -> InstallSnapshotCodec.writeSnapshot(it, out));
    out.element(Elements.OFFSET, request.offset());
    out.close(Elements.READ_SNAPSHOT_REQUEST);
  }

  static ReadSnapshotRequest readRequest(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in, PeerCodec.GROUP, InstallSnapshotCodec.SNAPSHOT, InstallSnapshotCodec.OFFSET);
    return new ReadSnapshotRequest(
        read.find(PeerCodec.GROUP).map(GroupId::new),
        read.find(InstallSnapshotCodec.SNAPSHOT),
        read.require(InstallSnapshotCodec.OFFSET));
  }

  static void writeResponse(ReadSnapshotResponse response, XmlWriter out) {
    out.open(Elements.READ_SNAPSHOT_RESPONSE);
    response.snapshot().ifPresent(it -> InstallSnapshotCodec.writeSnapshot(it, out));
    if (response.data().size() > 0) {
      out.base64(Elements.DATA, response.data().toArray());
    }
    out.optional(Elements.REASON, response.reason().orElse(null));
    out.close(Elements.READ_SNAPSHOT_RESPONSE);
  }

  static ReadSnapshotResponse readResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, InstallSnapshotCodec.SNAPSHOT, Fields.DATA, REASON);
    return new ReadSnapshotResponse(
        read.find(InstallSnapshotCodec.SNAPSHOT),
        read.find(Fields.DATA).orElse(Bytes.EMPTY),
        read.find(REASON));
  }
}
