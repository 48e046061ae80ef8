package dev.flotilla.raftdpws.message;

import java.util.OptionalLong;

/**
 * Which state answered a Read that named a {@link ReadLevel}.
 *
 * @param index the last entry that it had applied
 * @param ageMillis it held every command acknowledged longer than this before the answer, by the
 *     server's own clock; rounded up; empty where nothing is known, as of a local read
 */
public record StateSeen(long index, OptionalLong ageMillis) {}
