/**
 * Measures the protocols on the middlewares: one process of a closed system as a program, and the
 * model that predicts its times.
 *
 * <p>Owner thread: deliveries arrive on the process's thread, and the program's main thread waits.
 * Depends on all packages of {@code dev.flotilla.order}.
 */
@NullMarked
package dev.flotilla.order.bench;

import org.jspecify.annotations.NullMarked;
