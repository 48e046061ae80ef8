/**
 * The wire contract: WSDL, schema, and the codec between SOAP bodies and protocol messages.
 *
 * <p>Threads: none; a codec belongs to the event loop that calls it. The only package outside
 * {@code dev.flotilla.dpws} that touches XML.
 */
@NullMarked
package dev.flotilla.raftdpws.wire;

import org.jspecify.annotations.NullMarked;
