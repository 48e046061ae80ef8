package dev.flotilla;

/**
 * Marks a command type that only reads: it is not logged, but answered by {@link
 * ReplicatedState#answer} from a state that holds every command that was acknowledged before the
 * query was sent (a linearizable read, thesis §6.4).
 */
public interface Query {}
