/** Looks at a host for what keeps a server or client from working there. */
@NullMarked
package dev.flotilla.server.doctor;

import org.jspecify.annotations.NullMarked;
