package dev.flotilla.raft.message;

/**
 * Asks a follower to campaign at once, because its leader hands the office over (thesis §3.10).
 * Late and repeated ones do nothing: who campaigns is in a later term.
 *
 * @param term the leader's term
 * @param sequence the request's number
 */
public record TimeoutNow(long term, long sequence) implements Message.Request {}
