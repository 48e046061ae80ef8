/**
 * HTTP messages as values, and a strict reader of requests.
 *
 * <p>Threads: values are immutable; a reader belongs to the event loop of its connection.
 *
 * <p>May depend on Netty's buffers.
 */
@NullMarked
package dev.flotilla.gateway.http;

import org.jspecify.annotations.NullMarked;
