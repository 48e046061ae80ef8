package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;

/** TimeoutNow, which says little more than a term, and who speaks to whom. */
final class TimeoutNowCodec {
  private TimeoutNowCodec() {}

  static void writeRequest(PeerRequest<TimeoutNow> request, XmlWriter out) {
    TimeoutNow message = request.message();
    out.open(Elements.TIMEOUT_NOW_REQUEST);
    out.element(Elements.OUR_TERM, message.term());
    out.element(Elements.ADDRESS, request.senderAddress());
    PeerCodec.writeHeader(request.header(), message.sequence(), out);
    out.close(Elements.TIMEOUT_NOW_REQUEST);
  }

  static PeerRequest<TimeoutNow> readRequest(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.TERM, PeerCodec.ADDRESS, PeerCodec.PEER);
    PeerCodec.NumberedHeader peer = read.require(PeerCodec.PEER);
    return new PeerRequest<>(
        peer.header(),
        read.require(PeerCodec.ADDRESS),
        new TimeoutNow(read.require(PeerCodec.TERM), peer.sequence()));
  }

  static void writeResponse(PeerResponse<TimeoutNowResponse> response, XmlWriter out) {
    TimeoutNowResponse message = response.message();
    out.open(Elements.TIMEOUT_NOW_RESPONSE);
    out.element(Elements.OUR_TERM, message.term());
    PeerCodec.writeResponder(response.group(), response.from(), message.sequence(), out);
    out.close(Elements.TIMEOUT_NOW_RESPONSE);
  }

  static PeerResponse<TimeoutNowResponse> readResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, PeerCodec.TERM, PeerCodec.RESPONDER);
    PeerCodec.NumberedResponder from = read.require(PeerCodec.RESPONDER);
    return new PeerResponse<>(
        from.group(),
        from.from(),
        new TimeoutNowResponse(read.require(PeerCodec.TERM), from.sequence()));
  }
}
