/**
 * Channels of SOAP over HTTP between DPWS devices, which find each other by WS-Discovery.
 *
 * <p>Owner thread: each process has one event loop, on which messages arrive. Depends on {@code
 * dev.flotilla.order.channel} and {@code dev.flotilla.dpws}; reads and writes no XML but the
 * content of its two messages.
 */
@NullMarked
package dev.flotilla.order.soap;

import org.jspecify.annotations.NullMarked;
