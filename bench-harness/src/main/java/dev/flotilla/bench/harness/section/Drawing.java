package dev.flotilla.bench.harness.section;

/** What a reader looks at in place of a table. Immutable; any thread. */
public sealed interface Drawing permits Chart, DotPlot {
  /** A word that is unique in the report. */
  String id();

  /** What it shows. */
  String title();

  /** What its marks stand for, and of how many repeats; empty if they are published values. */
  String marksInWords();

  /** Whether there is nothing to draw. */
  boolean isEmpty();
}
