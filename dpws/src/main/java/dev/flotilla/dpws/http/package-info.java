/**
 * SOAP over HTTP/1.1: an endpoint that answers. The callers are in {@code
 * dev.flotilla.dpws.http.client}.
 *
 * <p>Netty decodes; both sides collect bodies in one array per connection and write many messages
 * into one buffer per flush. Everything runs on the event loops that are passed in; answers and
 * calls may come from any thread. HTTP is a strict subset: what is ambiguous is refused.
 */
@NullMarked
package dev.flotilla.dpws.http;

import org.jspecify.annotations.NullMarked;
