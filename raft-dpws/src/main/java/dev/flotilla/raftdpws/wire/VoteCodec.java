package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;

/** RequestVote of 2014, and PreVote, which is alike in our namespace. */
final class VoteCodec {
  private VoteCodec() {}

  private record Request(
      long term,
      String candidate,
      LogPosition lastLog,
      boolean transfer,
      PeerCodec.NumberedHeader peer) {}

  private record Response(long term, boolean granted, PeerCodec.NumberedResponder responder) {}

  static void writeRequestVote(PeerRequest<RequestVote> request, XmlWriter out) {
    RequestVote vote = request.message();
    out.open(Elements.REQUEST_VOTE_REQUEST);
    out.element(Elements.TERM, vote.term());
    out.element(Elements.CANDIDATE_ID, request.senderAddress());
    out.element(Elements.LAST_LOG_INDEX, vote.lastLog().index());
    out.element(Elements.LAST_LOG_TERM, vote.lastLog().term());
    if (vote.transfer()) {
      out.open(Elements.TRANSFER).close(Elements.TRANSFER);
    }
    PeerCodec.writeHeader(request.header(), vote.sequence(), out);
    out.close(Elements.REQUEST_VOTE_REQUEST);
  }

  static PeerRequest<RequestVote> readRequestVote(XmlReader in) throws XmlException {
    Request read = readRequest(in, Elements.TERM, Elements.LAST_LOG_INDEX, Elements.LAST_LOG_TERM);
    return new PeerRequest<>(
        read.peer().header(),
        read.candidate(),
        new RequestVote(read.term(), read.lastLog(), read.peer().sequence(), read.transfer()));
  }

  static void writePreVote(PeerRequest<PreVote> request, XmlWriter out) {
    PreVote vote = request.message();
    out.open(Elements.PRE_VOTE_REQUEST);
    out.element(Elements.OUR_TERM, vote.term());
    out.element(Elements.OUR_CANDIDATE_ID, request.senderAddress());
    out.element(Elements.OUR_LAST_LOG_INDEX, vote.lastLog().index());
    out.element(Elements.OUR_LAST_LOG_TERM, vote.lastLog().term());
    PeerCodec.writeHeader(request.header(), vote.sequence(), out);
    out.close(Elements.PRE_VOTE_REQUEST);
  }

  static PeerRequest<PreVote> readPreVote(XmlReader in) throws XmlException {
    Request read =
        readRequest(in, Elements.OUR_TERM, Elements.OUR_LAST_LOG_INDEX, Elements.OUR_LAST_LOG_TERM);
    return new PeerRequest<>(
        read.peer().header(),
        read.candidate(),
        new PreVote(read.term(), read.lastLog(), read.peer().sequence()));
  }

  static void writeRequestVoteResponse(PeerResponse<RequestVoteResponse> response, XmlWriter out) {
    RequestVoteResponse vote = response.message();
    out.open(Elements.REQUEST_VOTE_RESPONSE);
    out.element(Elements.TERM, vote.term());
    out.element(Elements.VOTE_GRANTED, vote.voteGranted());
    PeerCodec.writeResponder(response.group(), response.from(), vote.sequence(), out);
    out.close(Elements.REQUEST_VOTE_RESPONSE);
  }

  static PeerResponse<RequestVoteResponse> readRequestVoteResponse(XmlReader in)
      throws XmlException {
    Response read = readResponse(in, Elements.TERM, Elements.VOTE_GRANTED);
    PeerCodec.NumberedResponder responder = read.responder();
    return new PeerResponse<>(
        responder.group(),
        responder.from(),
        new RequestVoteResponse(read.term(), read.granted(), responder.sequence()));
  }

  static void writePreVoteResponse(PeerResponse<PreVoteResponse> response, XmlWriter out) {
    PreVoteResponse vote = response.message();
    out.open(Elements.PRE_VOTE_RESPONSE);
    out.element(Elements.OUR_TERM, vote.term());
    out.element(Elements.OUR_VOTE_GRANTED, vote.voteGranted());
    PeerCodec.writeResponder(response.group(), response.from(), vote.sequence(), out);
    out.close(Elements.PRE_VOTE_RESPONSE);
  }

  static PeerResponse<PreVoteResponse> readPreVoteResponse(XmlReader in) throws XmlException {
    Response read = readResponse(in, Elements.OUR_TERM, Elements.OUR_VOTE_GRANTED);
    PeerCodec.NumberedResponder responder = read.responder();
    return new PeerResponse<>(
        responder.group(),
        responder.from(),
        new PreVoteResponse(read.term(), read.granted(), responder.sequence()));
  }

  private static Request readRequest(
      XmlReader in, XmlElement termName, XmlElement indexName, XmlElement lastTermName)
      throws XmlException {
    Long term = null;
    String candidate = "";
    Long lastIndex = null;
    Long lastTerm = null;
    boolean transfer = false;
    PeerCodec.NumberedHeader peer = null;
    while (in.nextChild()) {
      if (in.is(termName)) {
        term = in.longValue();
      } else if (in.is(Elements.CANDIDATE_ID) || in.is(Elements.OUR_CANDIDATE_ID)) {
        candidate = in.trimmedText();
      } else if (in.is(indexName)) {
        lastIndex = in.longValue();
      } else if (in.is(lastTermName)) {
        lastTerm = in.longValue();
      } else if (in.is(Elements.PEER)) {
        peer = PeerCodec.readHeader(in);
      } else {
        transfer |= in.is(Elements.TRANSFER);
        in.skip();
      }
    }
    return new Request(
        in.require(term, termName),
        candidate,
        PeerCodec.position(in.require(lastIndex, indexName), in.require(lastTerm, lastTermName)),
        transfer,
        PeerCodec.requireHeader(in, peer));
  }

  private static Response readResponse(XmlReader in, XmlElement termName, XmlElement grantedName)
      throws XmlException {
    Long term = null;
    Boolean granted = null;
    PeerCodec.NumberedResponder responder = null;
    while (in.nextChild()) {
      if (in.is(termName)) {
        term = in.longValue();
      } else if (in.is(grantedName)) {
        granted = in.booleanValue();
      } else if (in.is(Elements.RESPONDER)) {
        responder = PeerCodec.readResponder(in);
      } else {
        in.skip();
      }
    }
    return new Response(
        in.require(term, termName),
        in.require(granted, grantedName),
        in.require(responder, Elements.RESPONDER));
  }
}
