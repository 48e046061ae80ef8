/**
 * The pairs of the key-value store in Berkeley DB, with the executions since the newest snapshot,
 * and a walk over them that holds still. Knows nothing of commands and queries.
 *
 * <p>Threads: each class says which may use it. Internal to statemachine-bdb.
 */
@NullMarked
package dev.flotilla.bdb.pairs;

import org.jspecify.annotations.NullMarked;
