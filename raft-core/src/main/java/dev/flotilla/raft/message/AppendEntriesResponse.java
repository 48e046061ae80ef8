package dev.flotilla.raft.message;

import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.options.LeadershipOptions;

/**
 * Answers {@link AppendEntries}.
 *
 * @param term the responder's current term
 * @param success whether the log held the previous position and now holds the entries, synced
 * @param hint on success the last verified position; on refusal where the leader should try next:
 *     the responder's last position that may agree (Raft §5.3, conflict hints)
 * @param sequence the request's number
 * @param version the latest version of the protocol that the responder's program knows
 * @param priority how much the responder is to lead, see {@link LeadershipOptions#priority()}
 * @param contact whether the responder can call the leader at the address that the leader names, as
 *     far as it knows; a leader that no quorum can call resigns
 */
public record AppendEntriesResponse(
    long term,
    boolean success,
    LogPosition hint,
    long sequence,
    int version,
    int priority,
    LeaderContact contact)
    implements Message.Response {
  /** Rejects versions and priorities that there are not. */
  public AppendEntriesResponse {
    if (version < 1 || version > NumberLimits.MAX_VERSION) {
      throw new IllegalArgumentException("version " + version);
    }
    if (priority < LeadershipOptions.NEVER || priority > LeadershipOptions.MAX_PRIORITY) {
      throw new IllegalArgumentException("priority " + priority);
    }
  }

  /** From a program that knows the first version only, and no priorities. */
  public AppendEntriesResponse(long term, boolean success, LogPosition hint, long sequence) {
    this(
        term,
        success,
        hint,
        sequence,
        1,
        LeadershipOptions.DEFAULT_PRIORITY,
        LeaderContact.CALLABLE);
  }

  /** From a responder that can call the leader. */
  public AppendEntriesResponse(
      long term, boolean success, LogPosition hint, long sequence, int version, int priority) {
    this(term, success, hint, sequence, version, priority, LeaderContact.CALLABLE);
  }

  /** Whether the responder can call the leader. */
  public boolean isLeaderCallable() {
    return contact != LeaderContact.NOT_CALLABLE;
  }

  /** As that of a record, with a flag in place of the contact if it is not quiet. */
  @Override
  public String toString() {
    return "AppendEntriesResponse[term=%s, success=%s, hint=%s, sequence=%s, version=%s, priority=%s, leaderCallable=%s%s]"
        .formatted(
            term,
            success,
            hint,
            sequence,
            version,
            priority,
            isLeaderCallable(),
            contact == LeaderContact.QUIET ? ", quiet" : "");
  }
}
