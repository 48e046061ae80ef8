/**
 * The preset {@code links}: state machines beside each other, links that fail in one direction or
 * in part, membership changes and snapshots under load, and strategies of reading.
 *
 * <p>Threads: the caller's.
 *
 * <p>May depend on the harness, its faults and its store, and {@code dev.flotilla.bench}.
 */
@NullMarked
package dev.flotilla.bench.harness.links;

import org.jspecify.annotations.NullMarked;
