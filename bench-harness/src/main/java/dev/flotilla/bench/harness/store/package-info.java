/**
 * The presets that load a store: the experiments of the key-value report, and those on links; a run
 * with its puts and gets, and the tables made of it.
 *
 * <p>Threads: the caller's.
 *
 * <p>May depend on the harness and {@code dev.flotilla.bench}.
 */
@NullMarked
package dev.flotilla.bench.harness.store;

import org.jspecify.annotations.NullMarked;
