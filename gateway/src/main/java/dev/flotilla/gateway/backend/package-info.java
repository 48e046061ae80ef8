/**
 * The web servers behind the gateway: which of them live, and which has the least to do.
 *
 * <p>Threads: any.
 *
 * <p>May depend on the JDK only.
 */
@NullMarked
package dev.flotilla.gateway.backend;

import org.jspecify.annotations.NullMarked;
