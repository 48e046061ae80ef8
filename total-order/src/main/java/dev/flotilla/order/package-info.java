/**
 * Total order broadcast: the interface of applications, {@link dev.flotilla.order.TotalOrder}, and
 * what it runs on, {@link dev.flotilla.order.Middleware}.
 *
 * <p>Owner thread: the values are immutable; the interfaces say what they allow. Depends on {@code
 * dev.flotilla.raft.model} for byte sequences only.
 */
@NullMarked
package dev.flotilla.order;

import org.jspecify.annotations.NullMarked;
