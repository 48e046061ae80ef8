/**
 * The port to files: everything a node keeps goes through {@link dev.flotilla.storage.disk.Disk},
 * so that a test can lose what was not forced.
 *
 * <p>Owner thread: none; each type says which calls may overlap. Depends on the JDK only.
 */
@NullMarked
package dev.flotilla.storage.disk;

import org.jspecify.annotations.NullMarked;
