/**
 * What a benchmark run found: the records that become lines of JSON.
 *
 * <p>Threads: any; all values are immutable. Names of components are names of JSON fields.
 *
 * <p>May depend on the JDK and HdrHistogram only.
 */
@NullMarked
package dev.flotilla.bench.result;

import org.jspecify.annotations.NullMarked;
