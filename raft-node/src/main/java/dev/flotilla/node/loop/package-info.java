/**
 * What the threads of a node have in common: queues, bells, clocks, and how they end together.
 *
 * <p>Owner thread: each class says who may call. Depends on SLF4J only. All but {@link
 * dev.flotilla.node.loop.Clock}, {@link dev.flotilla.node.loop.DutyCycle}, {@link
 * dev.flotilla.node.loop.MemoryShares} and the values is internal to raft-node.
 */
@NullMarked
package dev.flotilla.node.loop;

import org.jspecify.annotations.NullMarked;
