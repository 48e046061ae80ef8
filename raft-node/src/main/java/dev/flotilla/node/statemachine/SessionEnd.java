package dev.flotilla.node.statemachine;

import dev.flotilla.raft.model.LogPosition;

/**
 * The end of a client's session: no command of the session is executed from here on. A session ends
 * when it has expired, or when it had to make room.
 *
 * @param position the entry whose log time ended it; a command of the same entry comes after it
 * @param timeMillis the log time of that entry
 * @param session the session's id, as in {@link CommittedCommand#session}; it is never used again
 */
public record SessionEnd(LogPosition position, long timeMillis, long session)
    implements Committed {}
