/**
 * Apache Ratis as a system under test, in processes with a class path of their own.
 *
 * <p>Threads: those of Ratis.
 *
 * <p>May depend on {@code dev.flotilla.bench} and Ratis, and on nothing else of ours.
 */
@NullMarked
package dev.flotilla.bench.ratis;

import org.jspecify.annotations.NullMarked;
