package dev.flotilla.bench.harness.section;

/** What a reader looks at in place of a table. Immutable; any thread. */
public sealed interface Drawing permits Chart, DotPlot {
  /** A word that is unique in the report. */
  String id();

  /** Its caption. */
  String title();

  /** Whether there is nothing to draw. */
  boolean isEmpty();
}
