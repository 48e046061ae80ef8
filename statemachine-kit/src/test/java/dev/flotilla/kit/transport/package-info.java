/** The kit for transports finds planted faults. */
@NullMarked
package dev.flotilla.kit.transport;

import org.jspecify.annotations.NullMarked;
