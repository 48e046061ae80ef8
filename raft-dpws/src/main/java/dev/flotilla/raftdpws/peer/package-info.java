/**
 * Messages between members: who may send them, how they travel, and which answer belongs to which
 * request.
 *
 * <p>Threads: requests come on event loops, answers from the group and log threads; nothing here
 * blocks. Links are tended by the device's own thread.
 */
@NullMarked
package dev.flotilla.raftdpws.peer;

import org.jspecify.annotations.NullMarked;
