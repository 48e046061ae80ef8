/**
 * Histories of locks, elections, queues and counters of real servers that are killed and paused,
 * and of servers with a planted fault.
 *
 * <p>Thread: as each class says. Depends on the recipes.
 */
@NullMarked
package dev.flotilla.systemtests.recipes;

import org.jspecify.annotations.NullMarked;
