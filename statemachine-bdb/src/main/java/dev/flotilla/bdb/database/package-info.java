/**
 * A Berkeley DB environment with its checkpoint record: how it is set up, opened, checked, forced
 * and replaced. Knows nothing of what a store keeps in it.
 *
 * <p>Threads: that of the state machine; {@link dev.flotilla.bdb.database.Checkpointer} has one of
 * its own. Internal to statemachine-bdb.
 */
@NullMarked
package dev.flotilla.bdb.database;

import org.jspecify.annotations.NullMarked;
