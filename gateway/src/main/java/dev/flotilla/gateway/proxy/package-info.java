/**
 * The proxy: connections of clients, dispatch of requests to web servers, and their answers.
 *
 * <p>Threads: the event loops of the gateway. A connection of a client, its requests and the
 * connections to web servers that they use belong to one of them.
 *
 * <p>May depend on Netty.
 */
@NullMarked
package dev.flotilla.gateway.proxy;

import org.jspecify.annotations.NullMarked;
