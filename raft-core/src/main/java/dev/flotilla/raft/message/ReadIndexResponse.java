package dev.flotilla.raft.message;

/**
 * Answers {@link ReadIndex}.
 *
 * @param term the responder's current term
 * @param success whether a quorum has confirmed the responder as leader since the request arrived
 * @param index then, what was committed when that began; else 0
 * @param round the request's round
 * @param sequence the request's number
 */
public record ReadIndexResponse(long term, boolean success, long index, long round, long sequence)
    implements Message.Response {
  /** Rejects an index that no log has. */
  public ReadIndexResponse {
    if (index < 0) {
      throw new IllegalArgumentException("there is no index " + index);
    }
  }
}
