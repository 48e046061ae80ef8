package dev.flotilla.raft.progress;

import dev.flotilla.raft.model.Member;
import java.util.OptionalLong;

/**
 * How far a follower is behind its leader, as far as that knows.
 *
 * @param member the follower
 * @param matchIndex the last entry that it is known to have synced; 0 until it has told, or while
 *     it lacks what a snapshot holds
 * @param entriesBehind entries of the leader's log after that one
 * @param snapshotBytesLeft what it lacks still of the snapshot that it is being sent; empty while
 *     it is sent none
 * @param silentNanos for how long nothing was heard of it
 */
public record FollowerDistance(
    Member member,
    long matchIndex,
    long entriesBehind,
    OptionalLong snapshotBytesLeft,
    long silentNanos) {}
