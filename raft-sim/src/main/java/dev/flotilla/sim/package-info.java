/**
 * The seeded simulator of whole clusters: the production log and core over a network, a disk and a
 * clock that one seed decides.
 *
 * <p>Threads: none; the caller's thread runs everything.
 *
 * <p>May depend on raft-core, raft-storage and raft-node, and on what carries messages. Not
 * published.
 */
@NullMarked
package dev.flotilla.sim;

import org.jspecify.annotations.NullMarked;
