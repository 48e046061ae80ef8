package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;

/** ReadIndex: a follower's question to the leader on behalf of its reads. */
final class ReadIndexCodec {
  private ReadIndexCodec() {}

  static void writeRequest(PeerRequest<ReadIndex> request, XmlWriter out) {
    ReadIndex message = request.message();
    out.open(Elements.READ_INDEX_REQUEST);
    out.element(Elements.OUR_TERM, message.term());
    out.element(Elements.ADDRESS, request.senderAddress());
    out.element(Elements.ROUND, message.round());
    PeerCodec.writeHeader(request.header(), message.sequence(), out);
    out.close(Elements.READ_INDEX_REQUEST);
  }

  static PeerRequest<ReadIndex> readRequest(XmlReader in) throws XmlException {
    Long term = null;
    String address = null;
    Long round = null;
    PeerCodec.NumberedHeader peer = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.ADDRESS)) {
        address = in.trimmedText();
      } else if (in.is(Elements.ROUND)) {
        round = in.longValue();
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
        new ReadIndex(
            in.require(term, Elements.OUR_TERM),
            in.require(round, Elements.ROUND),
            header.sequence()));
  }

  static void writeResponse(PeerResponse<ReadIndexResponse> response, XmlWriter out) {
    ReadIndexResponse message = response.message();
    out.open(Elements.READ_INDEX_RESPONSE);
    out.element(Elements.OUR_TERM, message.term());
    out.element(Elements.OUR_SUCCESS, message.success());
    out.element(Elements.OUR_INDEX, message.index());
    out.element(Elements.ROUND, message.round());
    PeerCodec.writeResponder(response.group(), response.from(), message.sequence(), out);
    out.close(Elements.READ_INDEX_RESPONSE);
  }

  static PeerResponse<ReadIndexResponse> readResponse(XmlReader in) throws XmlException {
    Long term = null;
    Boolean success = null;
    Long index = null;
    Long round = null;
    PeerCodec.NumberedResponder responder = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.OUR_SUCCESS)) {
        success = in.booleanValue();
      } else if (in.is(Elements.OUR_INDEX)) {
        index = in.longValue();
      } else if (in.is(Elements.ROUND)) {
        round = in.longValue();
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
        new ReadIndexResponse(
            in.require(term, Elements.OUR_TERM),
            in.require(success, Elements.OUR_SUCCESS),
            in.require(index, Elements.OUR_INDEX),
            in.require(round, Elements.ROUND),
            from.sequence()));
  }
}
