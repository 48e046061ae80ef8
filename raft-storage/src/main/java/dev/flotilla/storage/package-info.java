/**
 * What the packages below share: how damage and a refused directory are reported, and the form of a
 * configuration.
 *
 * <p>Owner thread: none, these are values. Depends on raft-core's value types only. The packages
 * below build on each other in this order: disk, identity, snapshot, log.
 */
@NullMarked
package dev.flotilla.storage;

import org.jspecify.annotations.NullMarked;
