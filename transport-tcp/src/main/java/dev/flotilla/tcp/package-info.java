/**
 * Carries the messages between servers by plain TCP, in place of SOAP.
 *
 * <p>Threads: the network threads of the server, or one of its own outside of one. Depends on the
 * port of raft-node, the network threads and keys of dpws, and Netty.
 */
@NullMarked
package dev.flotilla.tcp;

import org.jspecify.annotations.NullMarked;
