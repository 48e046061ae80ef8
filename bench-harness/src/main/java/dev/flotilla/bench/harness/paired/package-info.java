/**
 * Paired windows: the clusters of all systems are up at the same time, and short windows alternate
 * between them, so that noise of the machine hits neighbours alike.
 *
 * <p>Threads: the caller's, one measurement at a time.
 *
 * <p>May depend on {@code dev.flotilla.bench}, the statistics beside it, and the JDK.
 */
@NullMarked
package dev.flotilla.bench.harness.paired;

import org.jspecify.annotations.NullMarked;
