package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.ReadRevocationsRequest;
import dev.flotilla.raftdpws.message.ReadRevocationsResponse;

/** ReadRevocations: the list of revoked certificates, if it is newer. */
final class ReadRevocationsCodec {
  private static final XmlField<Long> NEWER_THAN = NumberFields.index(Elements.NEWER_THAN);

  private ReadRevocationsCodec() {}

  static void writeRequest(ReadRevocationsRequest request, XmlWriter out) {
    out.open(Elements.READ_REVOCATIONS_REQUEST);
    out.element(Elements.NEWER_THAN, request.newerThanMillis());
    out.close(Elements.READ_REVOCATIONS_REQUEST);
  }

  static ReadRevocationsRequest readRequest(XmlReader in) throws XmlException {
    return new ReadRevocationsRequest(XmlFields.read(in, NEWER_THAN).require(NEWER_THAN));
  }

  static void writeResponse(ReadRevocationsResponse response, XmlWriter out) {
    out.open(Elements.READ_REVOCATIONS_RESPONSE);
    if (response.list().size() > 0) {
      out.base64(Elements.DATA, response.list().toArray());
    }
    out.close(Elements.READ_REVOCATIONS_RESPONSE);
  }

  static ReadRevocationsResponse readResponse(XmlReader in) throws XmlException {
    return new ReadRevocationsResponse(
        XmlFields.read(in, Fields.DATA).find(Fields.DATA).orElse(Bytes.EMPTY));
  }
}
