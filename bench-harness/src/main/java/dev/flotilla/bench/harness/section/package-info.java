/**
 * What a report says, in a form that Markdown and HTML both render: sections of words, tables and
 * drawings, and the figures of runs that stand in them.
 *
 * <p>Threads: any; a table is filled by one thread before others read it, everything else is
 * immutable.
 *
 * <p>May depend on {@code dev.flotilla.bench} and the statistics beside it.
 */
@NullMarked
package dev.flotilla.bench.harness.section;

import org.jspecify.annotations.NullMarked;
