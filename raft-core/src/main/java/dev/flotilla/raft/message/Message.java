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
}
