/**
 * What is said on the wire, as values: requests and responses of the services, and what they are
 * made of. {@code dev.flotilla.raftdpws.wire} turns them into XML and back.
 *
 * <p>Threads: none; all are immutable.
 */
@NullMarked
package dev.flotilla.raftdpws.message;

import org.jspecify.annotations.NullMarked;
