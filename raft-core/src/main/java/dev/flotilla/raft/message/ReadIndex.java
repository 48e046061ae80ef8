package dev.flotilla.raft.message;

/**
 * Asks the leader how far its followers must have applied before they may answer a read that
 * arrived before this was sent (thesis §6.4).
 *
 * @param term the sender's term
 * @param round which reads this is about: a number that no earlier life of the sender has used,
 *     since it may be in the same term, and an answer to that one must not count for reads of this
 *     one
 * @param sequence the request's number
 */
public record ReadIndex(long term, long round, long sequence) implements Message.Request {}
