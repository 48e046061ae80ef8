package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.UnexpectedElements;
import dev.flotilla.dpws.xml.XmlElement;
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
  private static final String PEER = RaftNames.PEER_PORT_TYPE;
  private static final String ADMIN = RaftNames.ADMIN_PORT_TYPE;

  /** Inserts a client's command into the replicated log, and answers when it was executed. */
  public static final Operation<InsertCommandRequest, InsertCommandResponse> INSERT_COMMAND =
      raft(
          "InsertCommand",
          exactly(InsertCommandCodec::readRequest),
          InsertCommandCodec.REQUEST,
          InsertCommandCodec.RESPONSE_FORM::read,
          InsertCommandCodec.RESPONSE);

  /** Reads an executed command, or asks the state machine. */
  public static final Operation<ReadRequest, ReadResponse> READ =
      raft(
          "Read",
          exactly(ClientForms::readRequest),
          ReadTemplates.REQUEST,
          ClientForms.READ::read,
          ReadTemplates.RESPONSE);

  /** Opens a session, under which a client's commands are numbered. */
  public static final Operation<OpenSessionRequest, OpenSessionResponse> OPEN_SESSION =
      ofClients(
          RaftNames.CLIENT_PORT_TYPE,
          "OpenSession",
          ClientForms.OPEN_SESSION_REQUEST,
          ClientForms.OPEN_SESSION);

  /** Replicates. */
  public static final Operation<PeerRequest<AppendEntries>, PeerResponse<AppendEntriesResponse>>
      APPEND_ENTRIES =
          raft(
              "AppendEntries",
              AppendEntriesCodec::readRequest,
              AppendEntriesCodec.REQUEST,
              AppendEntriesCodec::readResponse,
              AppendEntriesCodec.RESPONSE);

  /** Asks for a vote. */
  public static final Operation<PeerRequest<RequestVote>, PeerResponse<RequestVoteResponse>>
      REQUEST_VOTE =
          raft(
              "RequestVote",
              PeerForms.REQUEST_VOTE::read,
              PeerForms.REQUEST_VOTE.in(Fields.raft("RequestVoteRequest"))::write,
              PeerForms.VOTE::read,
              PeerForms.VOTE.in(Fields.raft("RequestVoteResponse"))::write);

  /** Asks whether a vote would be given. */
  public static final Operation<PeerRequest<PreVote>, PeerResponse<PreVoteResponse>> PRE_VOTE =
      ofMembers(PEER, "PreVote", PeerForms.PRE_VOTE_REQUEST, PeerForms.PRE_VOTE);

  /** Hands leadership over to the receiver. */
  public static final Operation<PeerRequest<TimeoutNow>, PeerResponse<TimeoutNowResponse>>
      TIMEOUT_NOW =
          ofMembers(PEER, "TimeoutNow", PeerForms.TIMEOUT_NOW_REQUEST, PeerForms.TIMEOUT_NOW);

  /** Asks the leader to confirm reads of a follower. */
  public static final Operation<PeerRequest<ReadIndex>, PeerResponse<ReadIndexResponse>>
      READ_INDEX =
          flotilla(
              PEER,
              "ReadIndex",
              PeerForms.READ_INDEX_REQUEST::read,
              ReadIndexTemplates.REQUEST,
              PeerForms.READ_INDEX::read,
              ReadIndexTemplates.RESPONSE);

  /** Sends a piece of a snapshot. */
  public static final Operation<PeerRequest<InstallSnapshot>, PeerResponse<InstallSnapshotResponse>>
      INSTALL_SNAPSHOT =
          ofMembers(
              PEER,
              "InstallSnapshot",
              PeerForms.INSTALL_SNAPSHOT_REQUEST,
              PeerForms.INSTALL_SNAPSHOT);

  /** Agrees on who founds a group. */
  public static final Operation<FoundRequest, FoundResponse> FOUND =
      ofMembers(PEER, "Found", PeerForms.FOUND_REQUEST, PeerForms.FOUND);

  /** Tells what the server knows of itself. */
  public static final Operation<StatusRequest, StatusResponse> STATUS =
      ofMembers(ADMIN, "Status", StatusForms.REQUEST, StatusForms.RESPONSE);

  /** Makes a server a member. */
  public static final Operation<AddMemberRequest, AdminResponse> ADD_MEMBER =
      ofClients(ADMIN, "AddMember", ClientForms.ADD_MEMBER, ClientForms.ADMIN);

  /** Puts a server in the place of its own former self. */
  public static final Operation<ReadmitRequest, AdminResponse> READMIT =
      ofMembers(ADMIN, "Readmit", ClientForms.READMIT, ClientForms.ADMIN);

  /** Takes a member out of the group. */
  public static final Operation<MemberRequest, AdminResponse> REMOVE_MEMBER =
      ofClients(ADMIN, "RemoveMember", ClientForms.MEMBER_REQUEST, ClientForms.ADMIN);

  /** Makes a learner a voter. */
  public static final Operation<MemberRequest, AdminResponse> PROMOTE =
      ofClients(ADMIN, "Promote", ClientForms.MEMBER_REQUEST, ClientForms.ADMIN);

  /** Has the leader hand over to a member, or to the one that is best prepared. */
  public static final Operation<MemberRequest, AdminResponse> TRANSFER_LEADERSHIP =
      ofClients(ADMIN, "TransferLeadership", ClientForms.MEMBER_REQUEST, ClientForms.ADMIN);

  /** Has the server that is asked take a snapshot of its state soon, if it can. */
  public static final Operation<MemberRequest, AdminResponse> TAKE_SNAPSHOT =
      ofClients(ADMIN, "TakeSnapshot", ClientForms.MEMBER_REQUEST, ClientForms.ADMIN);

  /** Has a voter find out, for the leader, whether a member answers it. */
  public static final Operation<MemberRequest, AdminResponse> CONFIRM_SILENCE =
      ofMembers(ADMIN, "ConfirmSilence", ClientForms.MEMBER_REQUEST, ClientForms.ADMIN);

  /** Reads a piece of the newest snapshot of the server that is asked, for a backup. */
  public static final Operation<ReadSnapshotRequest, ReadSnapshotResponse> READ_SNAPSHOT =
      flotilla(
          ADMIN,
          "ReadSnapshot",
          exactly(ClientForms.READ_SNAPSHOT_REQUEST::read),
          ClientForms.READ_SNAPSHOT_REQUEST.in(Fields.flotilla("ReadSnapshotRequest"))::write,
          ClientForms.READ_SNAPSHOT::read,
          BodyWriter.measured(
              ClientForms.READ_SNAPSHOT.in(Fields.flotilla("ReadSnapshotResponse"))::write,
              ReadSnapshotResponse::heldBytes));

  /** Reads the list of revoked certificates of the server that is asked, if it is newer. */
  public static final Operation<ReadRevocationsRequest, ReadRevocationsResponse> READ_REVOCATIONS =
      ofMembers(
          ADMIN,
          "ReadRevocations",
          ClientForms.READ_REVOCATIONS_REQUEST,
          ClientForms.READ_REVOCATIONS);

  private RaftOperations() {}

  private static <Q, A> Operation<Q, A> raft(
      String name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    String action = RaftNames.RAFT + "/" + RaftNames.SERVICE + "/" + name;
    return operation(
        action, Fields.raft(name), requestReader, requestWriter, responseReader, responseWriter);
  }

  /** An operation whose requests are read exactly. */
  private static <Q, A> Operation<Q, A> ofClients(
      String portType, String name, Form<Q> request, Form<A> response) {
    return flotilla(portType, name, exactly(request::read), request, response);
  }

  private static <Q, A> Operation<Q, A> ofMembers(
      String portType, String name, Form<Q> request, Form<A> response) {
    return flotilla(portType, name, request::read, request, response);
  }

  private static <Q, A> Operation<Q, A> flotilla(
      String portType, String name, BodyReader<Q> reader, Form<Q> request, Form<A> response) {
    return flotilla(
        portType,
        name,
        reader,
        request.in(Fields.flotilla(name + "Request"))::write,
        response::read,
        response.in(Fields.flotilla(name + "Response"))::write);
  }

  private static <Q, A> Operation<Q, A> flotilla(
      String portType,
      String name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    String action = RaftNames.FLOTILLA + "/" + portType + "/" + name;
    return operation(
        action,
        Fields.flotilla(name),
        requestReader,
        requestWriter,
        responseReader,
        responseWriter);
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
        Form.guarded(name.sibling(name.localName() + "Request"), requestReader),
        requestWriter,
        Form.guarded(name.sibling(name.localName() + "Response"), responseReader),
        responseWriter);
  }

  /** Refuses elements that the reader does not know, and repeated ones. */
  private static <T> BodyReader<T> exactly(BodyReader<T> reader) {
    return in -> {
      in.setUnexpected(UnexpectedElements.REFUSE);
      return reader.read(in);
    };
  }
}
