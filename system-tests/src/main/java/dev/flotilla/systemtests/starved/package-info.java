/**
 * What {@code system-tests/starved} runs beside busy processes, and {@code system-tests/failover}
 * kills.
 *
 * <p>Threads: the main thread, and those of the server or client.
 *
 * <p>May depend on the library for applications.
 */
@NullMarked
package dev.flotilla.systemtests.starved;

import org.jspecify.annotations.NullMarked;
