/**
 * Codecs between an application's commands and results and the bytes that are replicated.
 *
 * <p>Threads: a codec is immutable and may be called from any thread.
 */
@NullMarked
package dev.flotilla.codec;

import org.jspecify.annotations.NullMarked;
