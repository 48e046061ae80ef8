package dev.flotilla;

/**
 * Marks a command type that only reads: it is not logged, but answered by {@link
 * ReplicatedState#answer} from a state that holds every command that was acknowledged before the
 * query was sent. Such a read is called linearizable (Ongaro, Consensus: Bridging Theory and
 * Practice, 2014, section 6.4).
 */
public interface Query {}
