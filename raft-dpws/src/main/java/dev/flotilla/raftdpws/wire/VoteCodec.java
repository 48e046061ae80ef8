package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.VoteRefusal;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;

/** RequestVote of 2014, and PreVote, which is alike in our namespace. */
final class VoteCodec {
  private static final XmlField<String> CANDIDATE = XmlField.token(Elements.CANDIDATE_ID);
  private static final LastLog LAST_LOG =
      LastLog.of(Elements.LAST_LOG_INDEX, Elements.LAST_LOG_TERM);
  private static final XmlField<Boolean> TRANSFER = XmlField.mark(Elements.TRANSFER, true);
  private static final XmlField<Boolean> GRANTED = XmlField.truth(Elements.VOTE_GRANTED);
  private static final XmlField<String> REFUSAL = XmlField.token(Elements.REFUSAL);
  private static final XmlField<String> OUR_CANDIDATE = XmlField.token(Elements.OUR_CANDIDATE_ID);
  private static final LastLog OUR_LAST_LOG =
      LastLog.of(Elements.OUR_LAST_LOG_INDEX, Elements.OUR_LAST_LOG_TERM);
  private static final XmlField<Boolean> OUR_GRANTED = XmlField.truth(Elements.OUR_VOTE_GRANTED);

  private VoteCodec() {}

  private record LastLog(XmlField<Long> index, XmlField<Long> term) {
    static LastLog of(XmlElement index, XmlElement term) {
      return new LastLog(
          NumberFields.orBefore(index, NumberLimits.MAX_INDEX),
          NumberFields.orBefore(term, NumberLimits.MAX_TERM));
    }
  }

  private record Request(
      long term,
      String candidate,
      LogPosition lastLog,
      boolean transfer,
      PeerCodec.NumberedHeader peer) {}

  private record Response(
      long term, boolean granted, VoteRefusal refusal, PeerCodec.NumberedResponder responder) {}

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
    Request read = readRequest(in, Fields.TERM, CANDIDATE, LAST_LOG);
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
    Request read = readRequest(in, PeerCodec.TERM, OUR_CANDIDATE, OUR_LAST_LOG);
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
    writeRefusal(vote.refusal(), out);
    PeerCodec.writeResponder(response.group(), response.from(), vote.sequence(), out);
    out.close(Elements.REQUEST_VOTE_RESPONSE);
  }

  static PeerResponse<RequestVoteResponse> readRequestVoteResponse(XmlReader in)
      throws XmlException {
    Response read = readResponse(in, Fields.TERM, GRANTED);
    PeerCodec.NumberedResponder responder = read.responder();
    return new PeerResponse<>(
        responder.group(),
        responder.from(),
        new RequestVoteResponse(read.term(), read.granted(), responder.sequence(), read.refusal()));
  }

  static void writePreVoteResponse(PeerResponse<PreVoteResponse> response, XmlWriter out) {
    PreVoteResponse vote = response.message();
    out.open(Elements.PRE_VOTE_RESPONSE);
    out.element(Elements.OUR_TERM, vote.term());
    out.element(Elements.OUR_VOTE_GRANTED, vote.voteGranted());
    writeRefusal(vote.refusal(), out);
    PeerCodec.writeResponder(response.group(), response.from(), vote.sequence(), out);
    out.close(Elements.PRE_VOTE_RESPONSE);
  }

  static PeerResponse<PreVoteResponse> readPreVoteResponse(XmlReader in) throws XmlException {
    Response read = readResponse(in, PeerCodec.TERM, OUR_GRANTED);
    PeerCodec.NumberedResponder responder = read.responder();
    return new PeerResponse<>(
        responder.group(),
        responder.from(),
        new PreVoteResponse(read.term(), read.granted(), responder.sequence(), read.refusal()));
  }

  private static void writeRefusal(VoteRefusal refusal, XmlWriter out) {
    if (refusal != VoteRefusal.NONE) {
      out.element(Elements.REFUSAL, refusal.wireName());
    }
  }

  private static Request readRequest(
      XmlReader in, XmlField<Long> term, XmlField<String> candidate, LastLog lastLog)
      throws XmlException {
    XmlFields read =
        XmlFields.read(in, term, candidate, lastLog.index, lastLog.term, TRANSFER, PeerCodec.PEER);
    return new Request(
        read.require(term),
        read.find(candidate).orElse(""),
        PeerCodec.position(read.require(lastLog.index), read.require(lastLog.term)),
        read.find(TRANSFER).isPresent(),
        read.require(PeerCodec.PEER));
  }

  private static Response readResponse(XmlReader in, XmlField<Long> term, XmlField<Boolean> granted)
      throws XmlException {
    XmlFields read = XmlFields.read(in, term, granted, REFUSAL, PeerCodec.RESPONDER);
    return new Response(
        read.require(term),
        read.require(granted),
        read.find(REFUSAL).map(VoteRefusal::ofWireName).orElse(VoteRefusal.NONE),
        read.require(PeerCodec.RESPONDER));
  }
}
