/**
 * The Raft protocol as a deterministic machine: inputs go in, effects come out as data.
 *
 * <p>Threads: none of its own. Whoever calls it, calls it from one thread at a time; in production that
 * is the group thread of {@code raft-node}.
 *
 * <p>May depend on the JDK's collections and values only: no I/O, no clock, no randomness of its own, no
 * logging. Time and randomness are inputs.
 */
@NullMarked
package dev.flotilla.raft;

import org.jspecify.annotations.NullMarked;
