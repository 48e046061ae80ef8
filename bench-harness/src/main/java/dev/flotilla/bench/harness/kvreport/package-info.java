/**
 * The preset {@code kv-report}: the experiments of a technical report on a key-value store on Raft,
 * repeated with Flotilla, and its tables beside ours.
 *
 * <p>Threads: the caller's.
 *
 * <p>May depend on the harness, its faults, and {@code dev.flotilla.bench}.
 */
@NullMarked
package dev.flotilla.bench.harness.kvreport;

import org.jspecify.annotations.NullMarked;
