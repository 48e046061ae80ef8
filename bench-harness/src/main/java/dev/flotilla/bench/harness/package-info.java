/**
 * The benchmark manager, its agents and reports, and Flotilla as a system under test.
 *
 * <p>Threads: the manager's thread runs one measurement at a time; every server and every client is
 * a process of its own.
 *
 * <p>May depend on {@code dev.flotilla.bench} and the embedding API.
 */
@NullMarked
package dev.flotilla.bench.harness;

import org.jspecify.annotations.NullMarked;
