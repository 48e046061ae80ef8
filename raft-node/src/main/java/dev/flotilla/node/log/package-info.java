/**
 * What a node must never lose: the durable log, term and vote, and the identity of its directory.
 *
 * <p>Owner thread: the log thread appends, forces and saves votes; each class says what others may
 * call. Depends on raft-core's value types and on {@code dev.flotilla.node.disk}.
 */
@NullMarked
package dev.flotilla.node.log;

import org.jspecify.annotations.NullMarked;
