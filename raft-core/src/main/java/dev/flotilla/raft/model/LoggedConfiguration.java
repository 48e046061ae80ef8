package dev.flotilla.raft.model;

/**
 * A configuration and the log entry that carries it.
 *
 * @param index the entry's index; 0 for the one that a group was founded with
 * @param configuration who counts from there on
 */
public record LoggedConfiguration(long index, Configuration configuration) {}
