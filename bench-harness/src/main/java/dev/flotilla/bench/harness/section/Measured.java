package dev.flotilla.bench.harness.section;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Something that was measured, and its valid runs: what a row of a table is about.
 *
 * @param thing such as a cell, or a number of servers
 * @param repeats at least one
 */
public record Measured<T>(T thing, Repeats repeats) {
  /** Those of several things that were measured. */
  public static <T> List<Measured<T>> of(
      Collection<T> things, Function<? super T, Repeats> repeats) {
    return things.stream()
        .map(thing -> new Measured<>(thing, repeats.apply(thing)))
        .filter(measured -> !measured.repeats().isEmpty())
        .toList();
  }
}
