/**
 * The side that asks: {@link dev.flotilla.dpws.http.client.SoapCaller} calls any address over a
 * pool of connections, {@link dev.flotilla.dpws.http.client.SoapConnection} one address over one.
 *
 * <p>Connections live on the event loops that are passed in; any thread may call. Depends on {@code
 * dev.flotilla.dpws.http.message} and on SOAP, and not on the endpoint.
 */
@NullMarked
package dev.flotilla.dpws.http.client;

import org.jspecify.annotations.NullMarked;
