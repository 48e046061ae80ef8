/**
 * What a system under test implements; workloads and results.
 *
 * <p>Threads: stated by each type.
 *
 * <p>May depend on the JDK and HdrHistogram only, so that a system under test can bring any class
 * path.
 */
@NullMarked
package dev.flotilla.bench;

import org.jspecify.annotations.NullMarked;
