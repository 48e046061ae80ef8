package dev.flotilla.raftdpws.typed;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/**
 * The answer to Submit.
 *
 * @param outcome how the command ended
 * @param uid the uid of the command
 * @param refusal why it was refused; present only when it was
 * @param detail the refusal, or what is known of an unknown outcome, as text
 * @param result the answer of the state machine; absent if it was not executed, or the result is no
 *     longer kept
 * @param leader the address of this service at the leader; present only with {@link
 *     Refusal#NOT_LEADER}
 */
public record SubmitResponse(
    Outcome outcome,
    String uid,
    Optional<Refusal> refusal,
    Optional<String> detail,
    Optional<Bytes> result,
    Optional<String> leader) {
  /** How a command ended. */
  public enum Outcome {
    /** It was executed. */
    DONE,
    /** It was executed, and the state machine rejected it. */
    REJECTED,
    /**
     * It was certainly not executed by this request. An earlier request with the same uid, whose
     * answer was lost or {@link #UNKNOWN}, may have been, or may still be.
     */
    REFUSED,
    /** It may have been executed; send it again with the same uid. */
    UNKNOWN
  }

  /** The command was executed. */
  public static SubmitResponse executed(String uid, boolean success, Optional<Bytes> result) {
    return new SubmitResponse(
        success ? Outcome.DONE : Outcome.REJECTED,
        uid,
        Optional.empty(),
        Optional.empty(),
        result,
        Optional.empty());
  }

  /** The command was not executed. */
  public static SubmitResponse refused(
      String uid, Refusal refusal, String detail, Optional<String> leader) {
    return new SubmitResponse(
        Outcome.REFUSED, uid, Optional.of(refusal), Optional.of(detail), Optional.empty(), leader);
  }

  /** The command may have been executed. */
  public static SubmitResponse unknown(String uid, String detail) {
    return new SubmitResponse(
        Outcome.UNKNOWN,
        uid,
        Optional.empty(),
        Optional.of(detail),
        Optional.empty(),
        Optional.empty());
  }

  /** About how many bytes it holds while it waits to be sent. */
  public long heldBytes() {
    return result.map(Bytes::size).orElse(0);
  }
}
