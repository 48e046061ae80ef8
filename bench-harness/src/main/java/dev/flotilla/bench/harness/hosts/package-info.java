/**
 * Hosts that one machine emulates: a network namespace and a quota of processor time for each.
 *
 * <p>Threads: the caller's; a shutdown hook removes the hosts.
 *
 * <p>May depend on {@code dev.flotilla.bench}.
 */
@NullMarked
package dev.flotilla.bench.harness.hosts;

import org.jspecify.annotations.NullMarked;
