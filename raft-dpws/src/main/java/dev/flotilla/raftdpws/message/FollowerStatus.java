package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Member;
import java.util.OptionalLong;

/**
 * How far a follower is behind, as its leader knows.
 *
 * @param member the follower
 * @param entriesBehind entries of the leader's log that it is not known to have synced
 * @param snapshotBytesLeft what it lacks of the snapshot that it is being sent, if it is
 * @param silentMillis for how long nothing was heard of it
 */
public record FollowerStatus(
    Member member, long entriesBehind, OptionalLong snapshotBytesLeft, long silentMillis) {}
