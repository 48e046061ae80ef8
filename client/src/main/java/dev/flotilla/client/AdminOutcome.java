package dev.flotilla.client;

/** How a change of the members, of the leader or of a snapshot ended. Immutable. */
public sealed interface AdminOutcome {
  /** It is done. */
  record Done() implements AdminOutcome {}

  /**
   * It was not done, and will not be.
   *
   * @param reason the kind of refusal; {@link RefusalReason#CONFLICT} if the leader refused it
   * @param detail who refused and why, with the remedy, for people
   */
  record Refused(RefusalReason reason, String detail) implements AdminOutcome {}

  /**
   * It takes longer than a call, or its server was lost: it may go on. It may be asked for again.
   *
   * @param detail what is known, for people
   */
  record Unknown(String detail) implements AdminOutcome {}
}
