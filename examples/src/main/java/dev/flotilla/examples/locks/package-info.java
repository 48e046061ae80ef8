/**
 * Reader/writer locks with leases and fencing tokens, kept by a group of servers.
 *
 * <p>Thread: the caller's. Depends on the embedding API of {@code dev.flotilla}, and on the bytes
 * of raft-core in its codec.
 */
@NullMarked
package dev.flotilla.examples.locks;

import org.jspecify.annotations.NullMarked;
