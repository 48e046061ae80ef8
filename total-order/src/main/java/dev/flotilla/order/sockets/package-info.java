/**
 * Channels of plain TCP, and the server that assigns numbers to processes.
 *
 * <p>Owner thread: each connection has one thread that reads; senders write on their own threads.
 * Depends on {@code dev.flotilla.order.channel}.
 */
@NullMarked
package dev.flotilla.order.sockets;

import org.jspecify.annotations.NullMarked;
