/**
 * The port to replicated state machines.
 *
 * <p>Owner thread: the group's apply thread calls {@link
 * dev.flotilla.node.statemachine.StateMachine} while the node runs. Depends on raft-core's value
 * types only.
 */
@NullMarked
package dev.flotilla.node.statemachine;

import org.jspecify.annotations.NullMarked;
