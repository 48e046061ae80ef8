package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.UnexpectedElements;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.ReadRevocationsRequest;
import dev.flotilla.raftdpws.message.ReadRevocationsResponse;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;

/**
 * The operations of RAFT_Service with their codecs. Immutable; any thread.
 *
 * <p>Requests of clients and operators with unknown or repeated elements are refused: what was
 * asked for with them would not be done. Requests that servers send each other are read with
 * whatever a newer program adds, and so are all responses.
 */
public final class RaftOperations {
  /** Inserts a client's command into the replicated log, and answers when it was executed. */
  public static final Operation<InsertCommandRequest, InsertCommandResponse> INSERT_COMMAND =
      raft(
          "InsertCommand",
          exactly(InsertCommandCodec::readRequest),
          InsertCommandTemplates.REQUEST,
          InsertCommandCodec::readResponse,
          InsertCommandTemplates.RESPONSE);

  /** Reads an executed command, or asks the state machine. */
  public static final Operation<ReadRequest, ReadResponse> READ =
      raft(
          "Read",
          exactly(ReadCodec::readRequest),
          ReadTemplates.REQUEST,
          ReadCodec::readResponse,
          ReadTemplates.RESPONSE);

  /** Opens a session, under which a client's commands are numbered. */
  public static final Operation<OpenSessionRequest, OpenSessionResponse> OPEN_SESSION =
      flotilla(
          RaftNames.CLIENT_PORT_TYPE,
          "OpenSession",
          exactly(SessionCodec::readRequest),
          SessionCodec::writeRequest,
          SessionCodec::readResponse,
          SessionCodec::writeResponse);

  /** Replicates. */
  public static final Operation<PeerRequest<AppendEntries>, PeerResponse<AppendEntriesResponse>>
      APPEND_ENTRIES =
          raft(
              "AppendEntries",
              AppendEntriesCodec::readRequest,
              AppendEntriesTemplates.REQUEST,
              AppendEntriesCodec::readResponse,
              AppendEntriesTemplates.RESPONSE);

  /** Asks for a vote. */
  public static final Operation<PeerRequest<RequestVote>, PeerResponse<RequestVoteResponse>>
      REQUEST_VOTE =
          raft(
              "RequestVote",
              VoteCodec::readRequestVote,
              VoteCodec::writeRequestVote,
              VoteCodec::readRequestVoteResponse,
              VoteCodec::writeRequestVoteResponse);

  /** Asks whether a vote would be given. */
  public static final Operation<PeerRequest<PreVote>, PeerResponse<PreVoteResponse>> PRE_VOTE =
      flotilla(
          RaftNames.PEER_PORT_TYPE,
          "PreVote",
          VoteCodec::readPreVote,
          VoteCodec::writePreVote,
          VoteCodec::readPreVoteResponse,
          VoteCodec::writePreVoteResponse);

  /** Hands leadership over to the receiver. */
  public static final Operation<PeerRequest<TimeoutNow>, PeerResponse<TimeoutNowResponse>>
      TIMEOUT_NOW =
          flotilla(
              RaftNames.PEER_PORT_TYPE,
              "TimeoutNow",
              TimeoutNowCodec::readRequest,
              TimeoutNowCodec::writeRequest,
              TimeoutNowCodec::readResponse,
              TimeoutNowCodec::writeResponse);

  /** Asks the leader to confirm reads of a follower. */
  public static final Operation<PeerRequest<ReadIndex>, PeerResponse<ReadIndexResponse>>
      READ_INDEX =
          flotilla(
              RaftNames.PEER_PORT_TYPE,
              "ReadIndex",
              ReadIndexCodec::readRequest,
              ReadIndexTemplates.REQUEST,
              ReadIndexCodec::readResponse,
              ReadIndexTemplates.RESPONSE);

  /** Sends a piece of a snapshot. */
  public static final Operation<PeerRequest<InstallSnapshot>, PeerResponse<InstallSnapshotResponse>>
      INSTALL_SNAPSHOT =
          flotilla(
              RaftNames.PEER_PORT_TYPE,
              "InstallSnapshot",
              InstallSnapshotCodec::readRequest,
              InstallSnapshotCodec::writeRequest,
              InstallSnapshotCodec::readResponse,
              InstallSnapshotCodec::writeResponse);

  /** Agrees on who founds a group. */
  public static final Operation<FoundRequest, FoundResponse> FOUND =
      flotilla(
          RaftNames.PEER_PORT_TYPE,
          "Found",
          FoundCodec::readRequest,
          FoundCodec::writeRequest,
          FoundCodec::readResponse,
          FoundCodec::writeResponse);

  /** Tells what the server knows of itself. */
  public static final Operation<StatusRequest, StatusResponse> STATUS =
      flotilla(
          RaftNames.ADMIN_PORT_TYPE,
          "Status",
          StatusCodec::readRequest,
          StatusCodec::writeRequest,
          StatusCodec::readResponse,
          StatusCodec::writeResponse);

  /** Makes a server a member. */
  public static final Operation<AddMemberRequest, AdminResponse> ADD_MEMBER =
      flotilla(
          RaftNames.ADMIN_PORT_TYPE,
          "AddMember",
          exactly(AdminCodec::readAdd),
          AdminCodec::writeAdd,
          AdminCodec::readResponse,
          AdminCodec.responseWriter(flotilla("AddMemberResponse")));

  /** Puts a server in the place of its own former self. */
  public static final Operation<ReadmitRequest, AdminResponse> READMIT =
      flotilla(
          RaftNames.ADMIN_PORT_TYPE,
          "Readmit",
          AdminCodec::readReadmit,
          AdminCodec::writeReadmit,
          AdminCodec::readResponse,
          AdminCodec.responseWriter(flotilla("ReadmitResponse")));

  /** Takes a member out of the group. */
  public static final Operation<MemberRequest, AdminResponse> REMOVE_MEMBER = admin("RemoveMember");

  /** Makes a learner a voter. */
  public static final Operation<MemberRequest, AdminResponse> PROMOTE = admin("Promote");

  /** Has the leader hand over to a member, or to the one that is best prepared. */
  public static final Operation<MemberRequest, AdminResponse> TRANSFER_LEADERSHIP =
      admin("TransferLeadership");

  /** Has the server that is asked take a snapshot of its state soon, if it can. */
  public static final Operation<MemberRequest, AdminResponse> TAKE_SNAPSHOT = admin("TakeSnapshot");

  /** Has a voter find out, for the leader, whether a member answers it. */
  public static final Operation<MemberRequest, AdminResponse> CONFIRM_SILENCE =
      admin("ConfirmSilence", AdminCodec::readRequest);

  /** Reads a piece of the newest snapshot of the server that is asked, for a backup. */
  public static final Operation<ReadSnapshotRequest, ReadSnapshotResponse> READ_SNAPSHOT =
      flotilla(
          RaftNames.ADMIN_PORT_TYPE,
          "ReadSnapshot",
          exactly(ReadSnapshotCodec::readRequest),
          ReadSnapshotCodec::writeRequest,
          ReadSnapshotCodec::readResponse,
          BodyWriter.measured(ReadSnapshotCodec::writeResponse, ReadSnapshotResponse::heldBytes));

  /** Reads the list of revoked certificates of the server that is asked, if it is newer. */
  public static final Operation<ReadRevocationsRequest, ReadRevocationsResponse> READ_REVOCATIONS =
      flotilla(
          RaftNames.ADMIN_PORT_TYPE,
          "ReadRevocations",
          ReadRevocationsCodec::readRequest,
          ReadRevocationsCodec::writeRequest,
          ReadRevocationsCodec::readResponse,
          ReadRevocationsCodec::writeResponse);

  private RaftOperations() {}

  private static Operation<MemberRequest, AdminResponse> admin(String name) {
    return admin(name, exactly(AdminCodec::readRequest));
  }

  private static Operation<MemberRequest, AdminResponse> admin(
      String name, BodyReader<MemberRequest> requestReader) {
    return flotilla(
        RaftNames.ADMIN_PORT_TYPE,
        name,
        requestReader,
        AdminCodec.requestWriter(flotilla(name + "Request")),
        AdminCodec::readResponse,
        AdminCodec.responseWriter(flotilla(name + "Response")));
  }

  private static XmlElement flotilla(String name) {
    return XmlElement.of(RaftNames.FLOTILLA, "f", name);
  }

  private static <Q, A> Operation<Q, A> raft(
      String name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    String action = RaftNames.RAFT + "/" + RaftNames.SERVICE + "/" + name;
    XmlElement root = XmlElement.of(RaftNames.RAFT, "r", name);
    return operation(action, root, requestReader, requestWriter, responseReader, responseWriter);
  }

  private static <Q, A> Operation<Q, A> flotilla(
      String portType,
      String name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    String action = RaftNames.FLOTILLA + "/" + portType + "/" + name;
    XmlElement root = flotilla(name);
    return operation(action, root, requestReader, requestWriter, responseReader, responseWriter);
  }

  private static <Q, A> Operation<Q, A> operation(
      String action,
      XmlElement name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    return new Operation<>(
        action,
        action + "Response",
        guarded(name.sibling(name.localName() + "Request"), requestReader),
        requestWriter,
        guarded(name.sibling(name.localName() + "Response"), responseReader),
        responseWriter);
  }

  /** Refuses elements that the reader does not know, and repeated ones. */
  private static <T> BodyReader<T> exactly(BodyReader<T> reader) {
    return in -> {
      in.setUnexpected(UnexpectedElements.REFUSE);
      return reader.read(in);
    };
  }

  /** Values refuse what they cannot be; on the wire that is the sender's mistake. */
  private static <T> BodyReader<T> guarded(XmlElement root, BodyReader<T> reader) {
    return in -> {
      if (!in.is(root)) {
        throw in.fail("the body holds " + in.name() + " where " + root + " is expected");
      }
      try {
        return reader.read(in);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new XmlException(String.valueOf(e.getMessage()), e);
      }
    };
  }
}
