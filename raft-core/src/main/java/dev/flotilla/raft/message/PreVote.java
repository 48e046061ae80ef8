package dev.flotilla.raft.message;

import dev.flotilla.raft.model.LogPosition;

/**
 * Asks whether an election could succeed, without raising anyone's term (thesis §9.6).
 *
 * @param term the term that the sender would campaign in, its own plus one
 * @param lastLog the last position of the sender's log
 * @param sequence the request's number
 */
public record PreVote(long term, LogPosition lastLog, long sequence) implements Message.Request {}
