/**
 * The preset {@code histories}: records what clients see while servers are killed, so that a
 * checker can judge whether the service is linearizable.
 *
 * <p>Threads: the caller's.
 *
 * <p>May depend on the harness and {@code dev.flotilla.bench}.
 */
@NullMarked
package dev.flotilla.bench.harness.histories;

import org.jspecify.annotations.NullMarked;
