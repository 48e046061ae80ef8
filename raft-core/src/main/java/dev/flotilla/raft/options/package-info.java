/**
 * What an operator or an application may set.
 *
 * <p>Owner thread: none, these are immutable values. Depends on the JDK only.
 */
@NullMarked
package dev.flotilla.raft.options;

import org.jspecify.annotations.NullMarked;
