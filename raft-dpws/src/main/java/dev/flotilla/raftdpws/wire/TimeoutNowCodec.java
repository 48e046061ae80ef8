package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;

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
    Long term = null;
    String address = null;
    PeerCodec.NumberedHeader peer = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.ADDRESS)) {
        address = in.trimmedText();
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
        new TimeoutNow(in.require(term, Elements.OUR_TERM), header.sequence()));
  }

  static void writeResponse(PeerResponse<TimeoutNowResponse> response, XmlWriter out) {
    TimeoutNowResponse message = response.message();
    out.open(Elements.TIMEOUT_NOW_RESPONSE);
    out.element(Elements.OUR_TERM, message.term());
    PeerCodec.writeResponder(response.group(), response.from(), message.sequence(), out);
    out.close(Elements.TIMEOUT_NOW_RESPONSE);
  }

  static PeerResponse<TimeoutNowResponse> readResponse(XmlReader in) throws XmlException {
    Long term = null;
    PeerCodec.NumberedResponder responder = null;
    while (in.nextChild()) {
      if (in.is(Elements.OUR_TERM)) {
        term = in.longValue();
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
        new TimeoutNowResponse(in.require(term, Elements.OUR_TERM), from.sequence()));
  }
}
