package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * What has happened to a group or to one of its servers, as one server sees it: the one stream of
 * events of which its log lines, its listeners and its subscribers all have their share. Immutable.
 *
 * <p>A server compares what is with what was a moment before, so what begins and ends in between is
 * no event.
 */
public sealed interface GroupEvent {
  /**
   * The server has another role; not sent to subscribers.
   *
   * @param term its term now
   * @param role leader, follower, candidate or pre-candidate
   */
  record RoleChanged(long term, ServerRole role) implements GroupEvent {}

  /**
   * Another member leads, or the same in another term, or none that this server knows.
   *
   * @param term the term of the server now
   */
  record LeaderChanged(long term, Optional<Member> leader) implements GroupEvent {}

  /**
   * The members are others, or count otherwise: by the latest configuration in the server's log,
   * committed or not.
   *
   * @param term the term of the server now
   */
  record MembersChanged(long term, Configuration members) implements GroupEvent {}

  /**
   * A member does not answer its leader; only the leader knows.
   *
   * @param term the term of the leader
   * @param silentMillis for how long nothing was heard of it
   */
  record MemberSilent(long term, Member member, long silentMillis) implements GroupEvent {}

  /**
   * A member that was silent answers its leader again.
   *
   * @param term the term of the leader
   */
  record MemberAnswers(long term, Member member) implements GroupEvent {}

  /**
   * The server has applied more; not sent to subscribers, who watch the commands themselves.
   *
   * @param index the last entry that is applied
   */
  record Applied(long index) implements GroupEvent {}

  /**
   * The server has a newer snapshot on its disk, taken by itself or received.
   *
   * @param index the last entry that it holds
   * @param sizeBytes its size
   */
  record SnapshotTaken(long index, long sizeBytes) implements GroupEvent {}

  /** The disk of the server has no room for more of the log or the state: it refuses commands. */
  record DiskFull() implements GroupEvent {}

  /** There is room on the disk of the server again. */
  record DiskFreed() implements GroupEvent {}

  /**
   * The server runs and applies nothing any more, since its program is too old; not sent to
   * subscribers.
   *
   * @param index the last entry that it has applied
   * @param reason for people, in English
   */
  record ApplyStopped(long index, String reason) implements GroupEvent {}

  /**
   * A member has applied the same entries as its leader and has another state; only the leader
   * knows. Not sent to subscribers.
   *
   * @param term the term of the leader
   * @param index the last of those entries
   */
  record StateDiverged(long term, Member member, long index) implements GroupEvent {}

  /**
   * The server has stopped itself for good: a write failed, or an invariant broke.
   *
   * @param reason for people, in English
   */
  record Stopped(String reason) implements GroupEvent {}
}
