package dev.flotilla.bench.harness;

import dev.flotilla.bench.Placement;
import dev.flotilla.bench.result.Environment;

/**
 * What a procedure works with.
 *
 * @param systems the systems by their names
 * @param out where data, logs and results go
 * @param placement where the servers of each run are
 * @param environment where this runs
 * @param progress tells the person who waits
 */
public record Laboratory(
    SystemCatalog systems,
    OutputDirectory out,
    Placement placement,
    Environment environment,
    Progress progress) {}
