package dev.flotilla.raft.model;

/**
 * Something that Raft rules out has happened: the node must stop, and must not write or answer any
 * more.
 *
 * <p>Thrown out of any method of {@link dev.flotilla.raft.Raft}, whose state is undefined
 * afterwards. It means a bug, or a disk that lost what it had forced. What a received message
 * contradicts is refused instead ({@code MessageCheck}), and counted in {@link
 * dev.flotilla.raft.RaftStatus#contradictions()}.
 */
public final class InvariantViolation extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Says which invariant is broken, and by what. */
  public InvariantViolation(String message) {
    super(message);
  }
}
