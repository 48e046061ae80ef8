/**
 * Channels of Java RMI, and the remote object that assigns numbers to processes.
 *
 * <p>Owner thread: calls arrive on threads of RMI; each other process has one thread that calls it.
 * Depends on {@code dev.flotilla.order.channel}.
 */
@NullMarked
package dev.flotilla.order.rmi;

import org.jspecify.annotations.NullMarked;
