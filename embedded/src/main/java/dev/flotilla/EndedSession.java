package dev.flotilla;

/**
 * The end of a client's session: the group executes no command of it any more.
 *
 * @param session the session's id, as {@link CommandContext#session} names it; it is never used
 *     again
 * @param index the entry of the log that ended it; a command with this index comes after the end
 * @param timeMillis the log time of that entry
 */
public record EndedSession(long session, long index, long timeMillis) {}
