package dev.flotilla.client;

/**
 * How a command ended, as its sender may know it. Done, refused and unknown are told apart: nothing
 * is called refused that may have been executed, and nothing executed that a crash could still
 * undo.
 */
public sealed interface CommandOutcome {
  /**
   * Under which uid the group knows the command; {@link GroupClient#insertAgain} recognises by it
   * which command of which session it was. Empty for requests that have none, such as changes of
   * the members.
   */
  String uid();

  /**
   * Executed, once: committed on a majority of disks and applied.
   *
   * @param uid as {@link #uid}
   * @param answer what the state machine answered; without success if it rejected the command
   */
  record Executed(String uid, Answer answer) implements CommandOutcome {
    /** The end of a request without a uid. */
    public Executed(Answer answer) {
      this("", answer);
    }
  }

  /**
   * Certainly not executed, and will not be: every attempt was refused before the command entered a
   * log.
   *
   * @param uid as {@link #uid}
   * @param reason the kind of refusal, of the last attempt
   * @param detail who refused and why, with the remedy
   */
  record Refused(String uid, RefusalReason reason, String detail) implements CommandOutcome {
    /** The end of a request without a uid. */
    public Refused(RefusalReason reason, String detail) {
      this("", reason, detail);
    }
  }

  /**
   * Some attempt may have been executed, or may still be. The same uid may be sent again.
   *
   * @param uid as {@link #uid}
   * @param detail what is known
   */
  record Unknown(String uid, String detail) implements CommandOutcome {
    /** The end of a request without a uid. */
    public Unknown(String detail) {
      this("", detail);
    }
  }

  /** What this end of one more call says of a command whose outcome was unknown before. */
  default CommandOutcome afterUnknown() {
    return this instanceof Refused refused && refused.reason() == RefusalReason.INVALID
        ? this
        : unlessExecuted();
  }

  /** Likewise, where not even an invalid command proves anything of the earlier attempts. */
  default CommandOutcome unlessExecuted() {
    return this instanceof Refused refused
        ? new Unknown(
            uid(), "earlier attempts may have been executed; this one not: " + refused.detail())
        : this;
  }
}
