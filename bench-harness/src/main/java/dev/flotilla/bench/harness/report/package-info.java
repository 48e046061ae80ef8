/**
 * The report of a result directory as one HTML file, and the comparison of two directories.
 *
 * <p>Threads: the caller's. Reads files of results and never a running system.
 *
 * <p>May depend on {@code dev.flotilla.bench}, the packages beside it, Gson, XChart and Batik.
 */
@NullMarked
package dev.flotilla.bench.harness.report;

import org.jspecify.annotations.NullMarked;
