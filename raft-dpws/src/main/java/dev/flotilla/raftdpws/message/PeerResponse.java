package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;

/**
 * An answer from one member to another.
 *
 * @param group the group both belong to
 * @param from who answers
 * @param message the answer
 * @param <M> its type
 */
public record PeerResponse<M extends Message.Response>(GroupId group, Member from, M message) {}
