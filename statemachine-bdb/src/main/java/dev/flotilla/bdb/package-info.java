/**
 * The default state machines, on Berkeley DB Java Edition.
 *
 * <p>Threads: the apply thread of {@code dev.flotilla.node} owns the database's writes.
 *
 * <p>May depend on the ports of {@code dev.flotilla.node} and on Berkeley DB.
 */
@NullMarked
package dev.flotilla.bdb;

import org.jspecify.annotations.NullMarked;
