/**
 * The preset {@code total-order}: four protocols of total order on several middlewares, measured
 * beside what their steps and messages predict, and compared with the findings of a thesis of 1998.
 *
 * <p>Threads: the caller's.
 *
 * <p>May depend on the harness, the verdicts of {@code report}, {@code dev.flotilla.bench}, and the
 * model and the programs of {@code dev.flotilla.order.bench}, and the cases of {@code
 * dev.flotilla.order.request}.
 */
@NullMarked
package dev.flotilla.bench.harness.order;

import org.jspecify.annotations.NullMarked;
