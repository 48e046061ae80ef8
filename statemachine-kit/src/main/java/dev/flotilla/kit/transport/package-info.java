/**
 * Checks a transport between servers against its contract, from any test framework.
 *
 * <p>Owner thread: the caller's, which waits; frames arrive on threads of the transport. Depends on
 * the port of raft-node only.
 */
@NullMarked
package dev.flotilla.kit.transport;

import org.jspecify.annotations.NullMarked;
