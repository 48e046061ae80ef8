/**
 * Locks, elections, leases, semaphores, counters, queues, barriers, latches and memberships, kept
 * by a group of servers.
 *
 * <p>Threads: any thread may call; callbacks come on threads of the client. Depends on the
 * embedding API.
 */
@NullMarked
package dev.flotilla.recipes;

import org.jspecify.annotations.NullMarked;
