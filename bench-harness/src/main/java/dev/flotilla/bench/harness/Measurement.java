package dev.flotilla.bench.harness;

import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.bench.result.WarmUpResult;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured in one cell.
 *
 * @param startedAt when the run began
 * @param load what the clients did
 * @param cpu what it cost
 * @param opsPerSecond second by second, empty in paper mode
 * @param warmUp what went before, null in paper mode
 */
record Measurement(
    Instant startedAt,
    LoadResult load,
    CpuSeconds cpu,
    List<Long> opsPerSecond,
    @Nullable WarmUpResult warmUp) {}
