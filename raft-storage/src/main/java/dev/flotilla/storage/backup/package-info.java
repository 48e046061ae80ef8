/**
 * Backups: the file that holds the state of a group, how it is written and checked, and how a data
 * directory of a new group is made from it.
 *
 * <p>Owner thread: that of the caller; each class says what others may call. Depends on raft-core's
 * value types and on the other packages of raft-storage.
 */
@NullMarked
package dev.flotilla.storage.backup;

import org.jspecify.annotations.NullMarked;
