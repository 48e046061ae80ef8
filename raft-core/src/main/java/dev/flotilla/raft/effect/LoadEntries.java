package dev.flotilla.raft.effect;

import dev.flotilla.raft.model.Entry;

/**
 * Asks the driver to read durable entries that the core no longer keeps in memory, and to hand them
 * to {@link dev.flotilla.raft.Raft#loaded}.
 *
 * @param firstIndex the first entry wanted
 * @param maxEntries at most so many entries
 * @param maxBytes at most so many bytes by {@link Entry#sizeBytes}, but at least one entry
 */
public record LoadEntries(long firstIndex, int maxEntries, int maxBytes) {}
