/**
 * Reads and writes XML without an object tree: a hardened pull reader and a direct writer.
 *
 * <p>The reader refuses what a SOAP message must not or need not hold (document type declarations,
 * entities, absurd depth or size). The writer copies precomputed tags into a heap buffer and
 * refuses text that XML cannot carry. Neither is thread-safe; both belong to one message.
 */
@NullMarked
package dev.flotilla.dpws.xml;

import org.jspecify.annotations.NullMarked;
