package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;

/** TimeoutNow: messages that say little more than a term, and who speaks to whom. */
final class LeadershipCodec {
  private LeadershipCodec() {}

  private record Request(long term, String address, PeerCodec.NumberedHeader peer) {}

  private record Response(long term, PeerCodec.NumberedResponder responder) {}

  static void writeTimeoutNow(PeerRequest<TimeoutNow> request, XmlWriter out) {
    writeRequest(Elements.TIMEOUT_NOW_REQUEST, request, out);
  }

  static PeerRequest<TimeoutNow> readTimeoutNow(XmlReader in) throws XmlException {
    Request read = readRequest(in);
    return new PeerRequest<>(
        read.peer().header(), read.address(), new TimeoutNow(read.term(), read.peer().sequence()));
  }

  static void writeTimeoutNowResponse(PeerResponse<TimeoutNowResponse> response, XmlWriter out) {
    TimeoutNowResponse message = response.message();
    out.open(Elements.TIMEOUT_NOW_RESPONSE);
    out.element(Elements.OUR_TERM, message.term());
    PeerCodec.writeResponder(response.group(), response.from(), message.sequence(), out);
    out.close(Elements.TIMEOUT_NOW_RESPONSE);
  }

  static PeerResponse<TimeoutNowResponse> readTimeoutNowResponse(XmlReader in) throws XmlException {
    Response read = readResponse(in);
    PeerCodec.NumberedResponder responder = read.responder();
    return new PeerResponse<>(
        responder.group(),
        responder.from(),
        new TimeoutNowResponse(read.term(), responder.sequence()));
  }

  private static void writeRequest(
      XmlElement root, PeerRequest<? extends Message.Request> request, XmlWriter out) {
    out.open(root);
    out.element(Elements.OUR_TERM, request.message().term());
    out.element(Elements.ADDRESS, request.senderAddress());
    PeerCodec.writeHeader(request.header(), request.message().sequence(), out);
    out.close(root);
  }

  private static Request readRequest(XmlReader in) throws XmlException {
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
    return new Request(
        in.require(term, Elements.OUR_TERM),
        in.require(address, Elements.ADDRESS),
        PeerCodec.requireHeader(in, peer));
  }

  private static Response readResponse(XmlReader in) throws XmlException {
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
    return new Response(
        in.require(term, Elements.OUR_TERM), in.require(responder, Elements.RESPONDER));
  }
}
