/**
 * The form of messages in frames, for transports that do not speak SOAP.
 *
 * <p>Owner thread: none. Depends on raft-core's messages and the entry form of raft-storage.
 */
@NullMarked
package dev.flotilla.node.frame;

import org.jspecify.annotations.NullMarked;
