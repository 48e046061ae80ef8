package dev.flotilla.client.dpws;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A client with the requests of the wire, for the programs of Flotilla itself. */
public interface WireClient extends GroupClient {
  /** {@link #status} as the servers have sent it. */
  CompletableFuture<List<StatusResponse>> responses();

  /**
   * As {@link #responses}, but only those of the group that this client means: of its name, and of
   * its id if one was given or one has answered a call. Otherwise several groups may be among them.
   */
  CompletableFuture<List<StatusResponse>> ownResponses();

  /**
   * Asks the leader for something that concerns the group itself: a change of its members, or of
   * its leader. Such requests may be repeated; a change that takes longer than a call may goes on
   * without it.
   *
   * @param operation what is asked for
   * @param request whom it concerns
   * @return never fails; executed if the leader has answered, and then the answer's success tells
   *     whether it is done, and its text why not; unknown if it answered no after an attempt that
   *     may have been made
   */
  <Q> CompletableFuture<CommandOutcome> administer(
      Operation<Q, AdminResponse> operation, Q request);

  /**
   * Asks a certain server for something that concerns itself, such as a snapshot of its state.
   *
   * @param server where its RAFT_Service is
   * @param operation what is asked for
   * @param request the group that is meant, and whom it concerns
   * @return as {@link #administer}
   */
  <Q> CompletableFuture<CommandOutcome> administerAt(
      URI server, Operation<Q, AdminResponse> operation, Q request);
}
