/**
 * The preset {@code gateway}: a gateway with each log beside a plain proxy, and web servers that
 * are killed under load.
 *
 * <p>Threads: those of the clients; everything else on the thread that measures. Depends on the
 * harness and its sections; the gateway runs in processes of its own.
 */
@NullMarked
package dev.flotilla.bench.harness.gateway;

import org.jspecify.annotations.NullMarked;
