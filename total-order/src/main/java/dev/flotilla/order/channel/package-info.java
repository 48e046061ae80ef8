/**
 * What the implementations of {@link dev.flotilla.order.Middleware} share.
 *
 * <p>Owner thread: none; any thread may use the classes. Depends on {@code dev.flotilla.order}.
 */
@NullMarked
package dev.flotilla.order.channel;

import org.jspecify.annotations.NullMarked;
