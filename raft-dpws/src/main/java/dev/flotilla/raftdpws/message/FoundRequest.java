package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.model.Member;

/**
 * Asks a founder to accept a founding list, for good.
 *
 * @param version the asker's protocol version
 * @param from the asker
 * @param to the founder asked
 * @param list the list
 */
public record FoundRequest(int version, Member from, Member to, FoundingList list) {}
