/**
 * Founding a group: no election before every founder has durably accepted the same list of
 * founders.
 *
 * <p>{@link dev.flotilla.raftdpws.founding.Founding} holds the rules and is pure: time and answers
 * go in, questions come out. {@link dev.flotilla.raftdpws.founding.FoundingRun} asks them over the
 * network. Owner thread: the device's own thread, for both.
 */
@NullMarked
package dev.flotilla.raftdpws.founding;

import org.jspecify.annotations.NullMarked;
