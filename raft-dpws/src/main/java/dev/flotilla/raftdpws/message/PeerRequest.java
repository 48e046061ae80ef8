package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.message.Message;

/**
 * A request from one member to another.
 *
 * @param header who asks whom, in which group
 * @param senderAddress the sender's RAFT_Service URL: the leaderId or candidateId of 2014, for
 *     clients only, never an identity
 * @param message the request
 * @param <M> its type
 */
public record PeerRequest<M extends Message.Request>(
    PeerHeader header, String senderAddress, M message) {}
