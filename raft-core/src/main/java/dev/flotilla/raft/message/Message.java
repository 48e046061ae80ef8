package dev.flotilla.raft.message;

/**
 * What members of a group tell each other. Sender and receiver are beside the message, not in it.
 *
 * <p>Every request carries a sequence number that is larger than any its sender used before in this
 * process; its response repeats it. Within AppendEntries that number also confirms reads and tells
 * a stale response from a fresh one.
 */
public sealed interface Message permits Message.Request, Message.Response {
  /** The sender's current term; for a pre-vote, see {@link PreVote}. */
  long term();

  /** The request's number, repeated by its response. */
  long sequence();

  /** A message that is answered. */
  sealed interface Request extends Message
      permits PreVote, RequestVote, AppendEntries, InstallSnapshot, TimeoutNow, ReadIndex {}

  /** An answer. */
  sealed interface Response extends Message
      permits PreVoteResponse,
          RequestVoteResponse,
          AppendEntriesResponse,
          InstallSnapshotResponse,
          TimeoutNowResponse,
          ReadIndexResponse {}

  /** Hands the message to the method for its type; the compiler checks that none is forgotten. */
  <T> T accept(Handler<T> handler);

  /**
   * One method a message type.
   *
   * @param <T> what handling returns
   */
  interface Handler<T> {
    /** Handles a pre-vote request. */
    T preVote(PreVote request);

    /** Handles a pre-vote response. */
    T preVoteResponse(PreVoteResponse response);

    /** Handles a vote request. */
    T requestVote(RequestVote request);

    /** Handles a vote response. */
    T requestVoteResponse(RequestVoteResponse response);

    /** Handles replication, or a heartbeat. */
    T appendEntries(AppendEntries request);

    /** Handles the answer to replication. */
    T appendEntriesResponse(AppendEntriesResponse response);

    /** Handles the hand-over of an office. */
    T timeoutNow(TimeoutNow request);

    /** Handles the answer to it. */
    T timeoutNowResponse(TimeoutNowResponse response);

    /** Handles a piece of a snapshot. */
    T installSnapshot(InstallSnapshot request);

    /** Handles the answer to a piece of a snapshot. */
    T installSnapshotResponse(InstallSnapshotResponse response);

    /** Handles a follower's question on behalf of its reads. */
    T readIndex(ReadIndex request);

    /** Handles the answer to it. */
    T readIndexResponse(ReadIndexResponse response);
  }
}
