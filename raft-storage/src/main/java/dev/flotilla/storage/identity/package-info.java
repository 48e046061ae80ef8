/**
 * Who a data directory belongs to: member, group, founding, and the vote file.
 *
 * <p>Owner thread: the log thread saves votes; each class says what others may call. Depends on
 * raft-core's value types and on {@code dev.flotilla.storage.disk}.
 */
@NullMarked
package dev.flotilla.storage.identity;

import org.jspecify.annotations.NullMarked;
