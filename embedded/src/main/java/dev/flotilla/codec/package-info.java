/**
 * Codecs between an application's commands, queries and results and the bytes that are replicated.
 *
 * <p>Threads: a codec is immutable and may be called from any thread; none of them blocks.
 *
 * <p>May depend on raft-core's {@link dev.flotilla.raft.model.Bytes} and, for JSON tokens, on
 * Gson's stream package.
 */
@NullMarked
package dev.flotilla.codec;

import org.jspecify.annotations.NullMarked;
