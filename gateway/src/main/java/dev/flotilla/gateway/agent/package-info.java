/**
 * A device beside each web server that reports how busy it is, and the gateway's side, which finds
 * these devices and subscribes to their reports.
 *
 * <p>Threads: those of the DPWS stack, and one that reports.
 */
@NullMarked
package dev.flotilla.gateway.agent;

import org.jspecify.annotations.NullMarked;
