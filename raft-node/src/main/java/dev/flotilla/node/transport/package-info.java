/**
 * The port to transports: how frames travel between the servers of a group.
 *
 * <p>Owner thread: any; nothing of a transport blocks. Depends on the JDK only.
 */
@NullMarked
package dev.flotilla.node.transport;

import org.jspecify.annotations.NullMarked;
