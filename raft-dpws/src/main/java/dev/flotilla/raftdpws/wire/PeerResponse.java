package dev.flotilla.raftdpws.wire;

import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.message.Message;

/**
 * An answer from one member to another.
 *
 * @param group the group both belong to
 * @param from who answers
 * @param message the answer
 * @param <M> its type
 */
public record PeerResponse<M extends Message.Response>(GroupId group, Member from, M message) {}
