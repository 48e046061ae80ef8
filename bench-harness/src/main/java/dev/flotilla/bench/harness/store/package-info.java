/**
 * What the presets that load a key-value store have in common: a run with its puts and gets, and
 * the procedure around it.
 *
 * <p>Threads: the caller's.
 *
 * <p>May depend on the harness and {@code dev.flotilla.bench}.
 */
@NullMarked
package dev.flotilla.bench.harness.store;

import org.jspecify.annotations.NullMarked;
