/**
 * Runs a protocol on a middleware.
 *
 * <p>Owner thread: each {@link dev.flotilla.order.live.LiveProcess} has one thread that owns its
 * protocol and its failure detector. Depends on {@code dev.flotilla.order.protocol}.
 */
@NullMarked
package dev.flotilla.order.live;

import org.jspecify.annotations.NullMarked;
