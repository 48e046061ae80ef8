/**
 * WS-Discovery 1.1 over SOAP-over-UDP 1.1 as DPWS 1.1 profiles it, and its directed Probe over
 * HTTP.
 *
 * <p>{@link dev.flotilla.dpws.discovery.Discovery} is the one thing that applications use: a device
 * announces itself through it, a client looks for devices through it, and both may share one.
 * {@code DiscoveryEngine} is the protocol without sockets, threads or a clock of its own, so that a
 * test pumps what an event loop runs. What is heard is a hint about addresses and never an
 * authority: no datagram is authenticated.
 *
 * <p>Threads: everything that belongs to one {@code Discovery} runs on one event loop.
 */
@NullMarked
package dev.flotilla.dpws.discovery;

import org.jspecify.annotations.NullMarked;
