/**
 * The embedding API: a state machine, a server that joins a group, a client and a command, without
 * an address, XML or bytes in the application.
 *
 * <p>Threads: every node starts and stops its own; nothing is global, so several nodes and groups
 * live in one JVM.
 *
 * <p>May depend on every library module but the journal on Berkeley DB. No command line and no
 * logging backend.
 */
@NullMarked
package dev.flotilla;

import org.jspecify.annotations.NullMarked;
