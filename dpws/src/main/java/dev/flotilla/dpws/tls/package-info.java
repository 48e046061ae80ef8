/**
 * TLS for endpoints and callers: both sides show a certificate of one authority.
 *
 * <p>{@link dev.flotilla.dpws.tls.TlsKeys} reads a key directory, secures connections, follows the
 * files when they change, and closes connections whose certificate is not accepted any more. What a
 * certificate entitles to is the caller's to decide. Handshakes run on threads of their own;
 * everything else on the event loop of its connection.
 */
@NullMarked
package dev.flotilla.dpws.tls;

import org.jspecify.annotations.NullMarked;
