package dev.flotilla.raft;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** What became at once of a request to change the members. */
public sealed interface ChangeOutcome {
  /**
   * Under way: made if, and only if, a configuration that is not {@link Configuration#isChanging
   * changing} any more and has these voters is ever committed. Whoever leads goes on with it.
   *
   * @param position the latest entry of the change, at first the one that names the goal; if the
   *     log has been dropped up to a later one since, that
   */
  record Accepted(LogPosition position) implements ChangeOutcome {}

  /** The members are what they shall be. */
  record Unchanged() implements ChangeOutcome {}

  /**
   * In no log: this server does not lead.
   *
   * @param leader the leader as far as known here
   */
  record NotLeader(Optional<Member> leader) implements ChangeOutcome {}

  /**
   * In no log, though this server leads.
   *
   * @param reason why not
   */
  record Refused(Reason reason) implements ChangeOutcome {}

  /** Why a leader takes no change. */
  enum Reason {
    /** This leader does not know yet what is committed: try again soon. */
    OFFICE_NOT_OPEN("the leader has committed nothing in its term yet; try again"),
    /** Another server is about to lead. */
    HANDING_OVER("the leader is handing its office over; ask the next one"),
    /** Not even the room is left that is kept for this. */
    NO_ROOM("the leader's log has no room for it now; try again, or free some of its disk"),
    /** One change at a time. */
    CHANGE_UNDER_WAY("another change is being made; try again when it is"),
    /** A witness has no state, and what has state is no witness. */
    WITNESS_FOR_LIFE(
        "whether a member is a witness holds for the life of its data directory; "
            + "to change it, start the server with an empty one"),
    /** Members old and new together. */
    TOO_MANY_MEMBERS(
        "members old and new are more than "
            + Configuration.MAX_MEMBERS
            + " together; make the change in two");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** The reason and the remedy, for people. */
    public String words() {
      return words;
    }
  }
}
