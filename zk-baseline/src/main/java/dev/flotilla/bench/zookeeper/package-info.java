/**
 * Apache ZooKeeper as a system under test, in processes with a class path of their own.
 *
 * <p>Threads: those of the ZooKeeper client.
 *
 * <p>May depend on {@code dev.flotilla.bench} and ZooKeeper, and on nothing else of ours.
 */
@NullMarked
package dev.flotilla.bench.zookeeper;

import org.jspecify.annotations.NullMarked;
