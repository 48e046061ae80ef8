/**
 * Device applications with state machines of their own, as a user would write them.
 *
 * <p>May depend on the embedding API only, and on the bytes of raft-core for a codec of its own.
 */
@NullMarked
package dev.flotilla.examples;

import org.jspecify.annotations.NullMarked;
