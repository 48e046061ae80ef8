package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.Environment;

/**
 * What a procedure works with.
 *
 * @param systems the systems by their names
 * @param out where data, logs and results go
 * @param environment where this runs
 * @param progress tells the person who waits
 */
public record Laboratory(
    SystemCatalog systems, OutputDirectory out, Environment environment, Progress progress) {}
