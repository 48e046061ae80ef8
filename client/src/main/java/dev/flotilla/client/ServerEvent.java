package dev.flotilla.client;

import java.util.List;
import java.util.Optional;

/**
 * What has happened to a server or to its group, as the server sees it. Immutable. What begins and
 * ends between two looks of the server is no event. Later versions may add events, so ignore those
 * that you do not know.
 */
public sealed interface ServerEvent {
  /**
   * The server has another role.
   *
   * @param term its term now
   * @param role {@code leader}, {@code follower}, {@code candidate} or {@code pre-candidate}
   */
  record RoleChanged(long term, String role) implements ServerEvent {}

  /**
   * Another member leads, or the same in another term, or none that this server knows.
   *
   * @param term the term of the server now
   * @param leader the id of the member that leads
   */
  record LeaderChanged(long term, Optional<String> leader) implements ServerEvent {}

  /**
   * The members are others, or are something else to the group: by the latest change in the log of
   * the server, committed or not.
   *
   * @param term the term of the server now
   */
  record MembersChanged(long term, List<GroupMember> members) implements ServerEvent {
    /** Copies the list. */
    public MembersChanged {
      members = List.copyOf(members);
    }
  }

  /**
   * A member does not answer its leader; only the leader knows.
   *
   * @param member the id of the member
   * @param silentMillis for how long nothing was heard of it
   */
  record MemberSilent(String member, long silentMillis) implements ServerEvent {}

  /**
   * A member that was silent answers its leader again.
   *
   * @param member the id of the member
   */
  record MemberAnswers(String member) implements ServerEvent {}

  /**
   * The server has applied more.
   *
   * @param index the last entry that is applied
   */
  record Applied(long index) implements ServerEvent {}

  /**
   * The server has a newer snapshot on its disk, taken by itself or received.
   *
   * @param index the last entry that it holds
   * @param sizeBytes its size
   */
  record SnapshotTaken(long index, long sizeBytes) implements ServerEvent {}

  /** The disk of the server has no room for more of the log or the state: it refuses commands. */
  record DiskFull() implements ServerEvent {}

  /** There is room on the disk of the server again. */
  record DiskFreed() implements ServerEvent {}

  /**
   * The server runs and applies nothing any more, since its program is too old.
   *
   * @param index the last entry that it has applied
   * @param reason for people
   */
  record ApplyStopped(long index, String reason) implements ServerEvent {}

  /**
   * A member has applied the same entries as its leader and has another state; only the leader
   * knows.
   *
   * @param member the id of the member
   * @param index the last of those entries
   */
  record StateDiverged(String member, long index) implements ServerEvent {}

  /**
   * The server has stopped itself for good: a write failed, or an invariant broke.
   *
   * @param reason for people
   */
  record Stopped(String reason) implements ServerEvent {}
}
