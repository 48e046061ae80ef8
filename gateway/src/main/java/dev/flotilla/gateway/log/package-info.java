/**
 * What a gateway remembers of requests: those that are executed now, and the answers of those with
 * a key.
 *
 * <p>Threads: any; no method blocks but {@code close}.
 */
@NullMarked
package dev.flotilla.gateway.log;

import org.jspecify.annotations.NullMarked;
