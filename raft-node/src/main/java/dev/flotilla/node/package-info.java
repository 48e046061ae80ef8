/**
 * Drives the pure Raft core: the group, log, apply and snapshot threads, and the ports to the
 * world.
 *
 * <p>Owner thread: each class says which of the four threads owns it. Depends on raft-core and
 * SLF4J; reaches files only through {@code dev.flotilla.storage.disk}, time only through {@link
 * dev.flotilla.node.loop.Clock}, peers only through {@link dev.flotilla.node.MessageSender}.
 *
 * <p>What clients wait for is in {@code dev.flotilla.node.request}, snapshots are in {@code
 * dev.flotilla.node.snapshot}.
 */
@NullMarked
package dev.flotilla.node;

import org.jspecify.annotations.NullMarked;
