/**
 * Medians, spreads and confidence intervals of measured figures.
 *
 * <p>Threads: any; everything is immutable or confined to a call.
 *
 * <p>May depend on the JDK only.
 */
@NullMarked
package dev.flotilla.bench.harness.stats;

import org.jspecify.annotations.NullMarked;
