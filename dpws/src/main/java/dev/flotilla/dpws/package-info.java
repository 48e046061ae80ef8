/**
 * A small, hardened DPWS 1.1 stack that knows nothing of Raft: SOAP over HTTP, WS-Discovery, device
 * and service metadata.
 *
 * <p>Threads: the event loops of Netty; handlers answer asynchronously and never block them.
 *
 * <p>May depend on Netty, Aalto and SLF4J. XML is read and written here and in {@code
 * dev.flotilla.raftdpws.wire} only.
 */
@NullMarked
package dev.flotilla.dpws;

import org.jspecify.annotations.NullMarked;
