package dev.flotilla.dpws;

import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;

/**
 * One thread of {@link EventLoops}, for tasks that belong together. They must not block.
 *
 * @param executor runs tasks in their order; rejects them if the loops are closed
 * @param isCurrent whether the calling thread is this one
 */
public record OneEventLoop(ScheduledExecutorService executor, BooleanSupplier isCurrent) {}
