/**
 * What happens to a server and its group, told to whoever wants to know: one stream of events, of
 * which the log, listeners in this process and subscribers on the network have their shares; and
 * the committed commands, of which each subscriber has a feed of its own.
 *
 * <p>Threads: the device's thread looks for events; listeners have a thread each; log pages are
 * read on a thread of their own, and messages to subscribers go out on an event loop of their own,
 * so that none of them holds up the group. Depends on the node and the wire.
 */
@NullMarked
package dev.flotilla.raftdpws.events;

import org.jspecify.annotations.NullMarked;
