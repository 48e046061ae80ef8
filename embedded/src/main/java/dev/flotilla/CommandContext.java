package dev.flotilla;

import java.util.OptionalLong;

/**
 * Where, when and for whom a command is executed: the same on every server.
 *
 * @param index the command's place in the log. It ascends from one command to the next, so that it
 *     can number what a command makes, as a fencing token does
 * @param timeMillis the log time in milliseconds: how long leaders have been in office since the
 *     group began. It never descends, stands still while nobody leads, and is the only clock that a
 *     state may look at
 * @param session the id of the client's session, as long as the client has one; empty for a command
 *     that was sent without
 */
public record CommandContext(long index, long timeMillis, OptionalLong session) {}
