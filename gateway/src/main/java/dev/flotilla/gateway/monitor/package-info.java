/**
 * What the console shows of a gateway.
 *
 * <p>Thread: any. Depends on the console, and on the gateway's counters and web servers.
 */
@NullMarked
package dev.flotilla.gateway.monitor;

import org.jspecify.annotations.NullMarked;
