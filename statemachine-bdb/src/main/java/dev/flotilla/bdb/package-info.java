/**
 * The default state machine, a journal of every executed command, on Berkeley DB Java Edition.
 *
 * <p>Threads: the apply thread of {@code dev.flotilla.node} owns every write; {@link
 * dev.flotilla.bdb.Checkpointer} forces files on a thread of its own, and Berkeley DB has threads
 * of its own (docs/state-machines.md lists them).
 *
 * <p>May depend on the ports of {@code dev.flotilla.node} and on Berkeley DB.
 */
@NullMarked
package dev.flotilla.bdb;

import org.jspecify.annotations.NullMarked;
