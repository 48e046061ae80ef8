package dev.flotilla.raftdpws.wire;

import static dev.flotilla.raftdpws.wire.Fields.ADDRESS;
import static dev.flotilla.raftdpws.wire.Fields.GROUP;
import static dev.flotilla.raftdpws.wire.Fields.TERM;
import static dev.flotilla.raftdpws.wire.Fields.flotilla;
import static dev.flotilla.raftdpws.wire.Fields.member;
import static dev.flotilla.raftdpws.wire.Fields.raft;
import static dev.flotilla.raftdpws.wire.Fields.sequence;
import static dev.flotilla.raftdpws.wire.Form.token;
import static dev.flotilla.raftdpws.wire.Form.truth;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.message.VoteRefusal;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.Form.Child;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.util.Optional;

/** Messages between members: those of Raft end with who speaks to whom, and their number. */
final class PeerForms {
  private static final Child<Member> FROM = member("from");

  static final Child<NumberedHeader> PEER =
      Form.of(
              NumberedHeader.class,
              Form.of(PeerHeader.class, Fields.VERSION, GROUP, FROM, member("to")),
              sequence("sequence").slot())
          .in(flotilla("peer"));

  static final Child<NumberedResponder> RESPONDER =
      Form.of(NumberedResponder.class, GROUP, FROM, sequence("sequence").slot())
          .in(flotilla("responder"));

  /** The number of a request, which stands in its header, and that of a response. */
  private static final Form<Long> ASKED = Form.join(children -> PEER.read(children).sequence());

  private static final Form<Long> ANSWERED =
      Form.join(children -> RESPONDER.read(children).sequence());

  private static final Form<VoteRefusal> REFUSAL =
      token(flotilla("refusal"))
          .as(VoteRefusal::ofWireName, VoteRefusal::wireName)
          .orElse(VoteRefusal.NONE);

  static final Form<PeerRequest<RequestVote>> REQUEST_VOTE =
      request(
          RequestVote.class,
          candidate(raft("candidateId")),
          Fields.RAFT_TERM,
          Fields.position(
              Fields.indexOrBefore(raft("lastLogIndex")), Fields.termOrBefore(raft("lastLogTerm"))),
          ASKED,
          Fields.mark("transfer").orElse(false));

  static final Form<PeerResponse<RequestVoteResponse>> VOTE =
      response(
          RequestVoteResponse.class,
          Fields.RAFT_TERM,
          truth(raft("voteGranted")),
          ANSWERED,
          REFUSAL);

  static final Form<PeerRequest<PreVote>> PRE_VOTE_REQUEST =
      request(
          PreVote.class,
          candidate(flotilla("candidateId")),
          TERM,
          Fields.position(
              Fields.indexOrBefore(flotilla("lastLogIndex")),
              Fields.termOrBefore(flotilla("lastLogTerm"))),
          ASKED);

  static final Form<PeerResponse<PreVoteResponse>> PRE_VOTE =
      response(PreVoteResponse.class, TERM, truth(flotilla("voteGranted")), ANSWERED, REFUSAL);

  static final Form<PeerRequest<TimeoutNow>> TIMEOUT_NOW_REQUEST =
      request(TimeoutNow.class, ADDRESS, TERM, ASKED);

  static final Form<PeerResponse<TimeoutNowResponse>> TIMEOUT_NOW =
      response(TimeoutNowResponse.class, TERM, ANSWERED);

  static final Form<PeerRequest<ReadIndex>> READ_INDEX_REQUEST =
      request(ReadIndex.class, ADDRESS, TERM, sequence("round").slot(), ASKED);

  static final Form<PeerResponse<ReadIndexResponse>> READ_INDEX =
      response(
          ReadIndexResponse.class,
          TERM,
          Fields.SUCCESS,
          Fields.INDEX.slot(),
          sequence("round").slot(),
          ANSWERED);

  static final Form<PeerRequest<InstallSnapshot>> INSTALL_SNAPSHOT_REQUEST =
      request(
          InstallSnapshot.class, ADDRESS, TERM, Fields.SNAPSHOT, Fields.OFFSET, Fields.DATA, ASKED);

  static final Form<PeerResponse<InstallSnapshotResponse>> INSTALL_SNAPSHOT =
      response(
          InstallSnapshotResponse.class,
          TERM,
          truth(flotilla("done")),
          Fields.snapshotBytes("nextOffset"),
          ANSWERED);

  private static final Child<FoundingList> LIST =
      Form.of(
              Hashed.class,
              Form.of(
                  FoundingList.class,
                  Fields.NAME,
                  Form.of(Founder.class, Fields.MEMBER, ADDRESS.as(URI::create, URI::toString))
                      .in(flotilla("founder"))
                      .list()),
              token(flotilla("hash")))
          .as(Hashed::list, list -> new Hashed(list, list.groupId().value()))
          .in(flotilla("list"));

  static final Form<FoundRequest> FOUND_REQUEST =
      Form.of(FoundRequest.class, Fields.VERSION, FROM, member("to"), LIST);

  static final Form<FoundResponse> FOUND =
      Form.of(
          FoundResponse.class,
          FROM,
          truth(flotilla("accepted")),
          LIST.optional(),
          Fields.REASON.optional());

  private PeerForms() {}

  /** A request's header with the request's number. */
  record NumberedHeader(PeerHeader header, long sequence) {}

  /** Who answers, with the number of the request answered. */
  record NumberedResponder(GroupId group, Member from, long sequence) {}

  /** A founding list with its hash. */
  record Hashed(FoundingList list, String hash) {
    Hashed {
      if (!list.groupId().value().equals(hash)) {
        throw new IllegalArgumentException(
            "the hash " + hash + " is not that of the founding list");
      }
    }
  }

  /** Where the candidate is; 2014 servers may leave it out. */
  private static Form<String> candidate(XmlElement element) {
    return token(element).optional().as(address -> address.orElse(""), Optional::of);
  }

  /** Behind the term, which is the first component, stands where the sender is. */
  private static <M extends Message.Request> Form<PeerRequest<M>> request(
      Class<M> type, Form<String> address, Form<?>... components) {
    Form<M> message = Form.of(type, components);
    return Form.join(
            children ->
                new PeerRequest<>(
                    PEER.read(children).header(), address.read(children), message.read(children)),
            message.<PeerRequest<M>>shareOf(PeerRequest::message),
            address.<PeerRequest<M>>shareOf(PeerRequest::senderAddress),
            PEER.<PeerRequest<M>>shareOf(
                it -> new NumberedHeader(it.header(), it.message().sequence())))
        .placed(address, 1);
  }

  private static <M extends Message.Response> Form<PeerResponse<M>> response(
      Class<M> type, Form<?>... components) {
    Form<M> message = Form.of(type, components);
    return Form.join(
        children -> {
          NumberedResponder from = RESPONDER.read(children);
          return new PeerResponse<>(from.group(), from.from(), message.read(children));
        },
        message.<PeerResponse<M>>shareOf(PeerResponse::message),
        RESPONDER.<PeerResponse<M>>shareOf(
            it -> new NumberedResponder(it.group(), it.from(), it.message().sequence())));
  }
}
