package dev.flotilla.client;

/**
 * How a command ended that the client has numbered itself.
 *
 * @param uid under which the group knows it; {@link GroupClient#insertAgain} recognises by it which
 *     command of which session it was
 * @param outcome how it ended
 */
public record Submission(String uid, CommandOutcome outcome) {}
