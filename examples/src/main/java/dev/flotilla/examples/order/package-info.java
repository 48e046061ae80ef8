/**
 * An account that is kept by three processes, which get deposits and withdrawals in one order.
 *
 * <p>Owner thread: each replica belongs to the thread of its process. Depends on {@code
 * dev.flotilla.order}.
 */
@NullMarked
package dev.flotilla.examples.order;

import org.jspecify.annotations.NullMarked;
