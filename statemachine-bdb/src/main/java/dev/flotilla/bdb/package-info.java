/**
 * State machines on Berkeley DB Java Edition: a journal of every executed command, which is the
 * default, and a key-value store.
 *
 * <p>Threads: the apply thread of {@code dev.flotilla.node} owns every write; its snapshot thread
 * reads; {@link dev.flotilla.bdb.database.Checkpointer} forces files on a thread of its own, and
 * Berkeley DB has threads of its own (docs/reference/berkeley-db.md lists them).
 *
 * <p>May depend on the ports of {@code dev.flotilla.node} and on Berkeley DB.
 */
@NullMarked
package dev.flotilla.bdb;

import org.jspecify.annotations.NullMarked;
