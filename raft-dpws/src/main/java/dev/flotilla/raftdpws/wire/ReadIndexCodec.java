package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;

/** ReadIndex: a follower's question to the leader on behalf of its reads. */
final class ReadIndexCodec {
  private static final XmlField<Long> ROUND = NumberFields.sequence(Elements.ROUND);
  private static final XmlField<Boolean> SUCCESS = XmlField.truth(Elements.OUR_SUCCESS);

  private ReadIndexCodec() {}

  static void writeRequest(PeerRequest<ReadIndex> request, XmlWriter out) {
    ReadIndex message = request.message();
    out.open(Elements.READ_INDEX_REQUEST);
    out.element(Elements.OUR_TERM, message.term());
    out.element(Elements.ADDRESS, request.senderAddress());
    out.slot().element(Elements.ROUND, message.round());
    PeerCodec.writeHeader(request.header(), message.sequence(), out);
    out.close(Elements.READ_INDEX_REQUEST);
  }

  static PeerRequest<ReadIndex> readRequest(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.TERM, PeerCodec.ADDRESS, ROUND, PeerCodec.PEER);
    PeerCodec.NumberedHeader peer = read.require(PeerCodec.PEER);
    return new PeerRequest<>(
        peer.header(),
        read.require(PeerCodec.ADDRESS),
        new ReadIndex(read.require(PeerCodec.TERM), read.require(ROUND), peer.sequence()));
  }

  static void writeResponse(PeerResponse<ReadIndexResponse> response, XmlWriter out) {
    ReadIndexResponse message = response.message();
    out.open(Elements.READ_INDEX_RESPONSE);
    out.element(Elements.OUR_TERM, message.term());
    out.element(Elements.OUR_SUCCESS, message.success());
    out.slot();
    out.element(Elements.OUR_INDEX, message.index());
    out.slot().element(Elements.ROUND, message.round());
    PeerCodec.writeResponder(response.group(), response.from(), message.sequence(), out);
    out.close(Elements.READ_INDEX_RESPONSE);
  }

  static PeerResponse<ReadIndexResponse> readResponse(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(in, PeerCodec.TERM, SUCCESS, PeerCodec.INDEX, ROUND, PeerCodec.RESPONDER);
    PeerCodec.NumberedResponder from = read.require(PeerCodec.RESPONDER);
    return new PeerResponse<>(
        from.group(),
        from.from(),
        new ReadIndexResponse(
            read.require(PeerCodec.TERM),
            read.require(SUCCESS),
            read.require(PeerCodec.INDEX),
            read.require(ROUND),
            from.sequence()));
  }
}
