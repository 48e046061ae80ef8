/**
 * What a node answers: to commands, questions, changes of the members and hand-overs.
 *
 * <p>Owner thread: none, these are immutable values. Depends on raft-core's value types and on
 * {@code dev.flotilla.node.statemachine}.
 */
@NullMarked
package dev.flotilla.node.outcome;

import org.jspecify.annotations.NullMarked;
