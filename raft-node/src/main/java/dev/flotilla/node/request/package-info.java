/**
 * What clients ask a node for, from the queue to the answer: requests that wait for a thread, for
 * the log or for the state.
 *
 * <p>Owner thread: the group thread until an entry is committed, then the apply thread; each class
 * names its own. Internal to raft-node.
 */
@NullMarked
package dev.flotilla.node.request;

import org.jspecify.annotations.NullMarked;
