/**
 * What {@code system-tests/path} runs: an application, an agent that counts the methods it enters,
 * and the sums.
 *
 * <p>Threads: the main thread, and those of the server or client; the agent has one of its own.
 *
 * <p>May depend on the library for applications, and on ASM.
 */
@NullMarked
package dev.flotilla.systemtests.path;

import org.jspecify.annotations.NullMarked;
