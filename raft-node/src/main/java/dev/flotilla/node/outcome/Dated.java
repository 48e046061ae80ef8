package dev.flotilla.node.outcome;

import java.util.OptionalLong;

/**
 * An answer, and which state gave it. Immutable.
 *
 * @param value the answer
 * @param index the last entry that its state had applied
 * @param ageNanos the state held every command acknowledged longer than this before the answer, by
 *     this server's monotonic clock; empty where nothing is known, as of a local read
 * @param <T> the type of the answer
 */
public record Dated<T>(T value, long index, OptionalLong ageNanos) {}
