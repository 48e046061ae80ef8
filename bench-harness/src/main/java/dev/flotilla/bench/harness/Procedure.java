package dev.flotilla.bench.harness;

import java.io.IOException;

/** How the cells of one session are measured; one object for each session. */
interface Procedure {
  /** What comes before the first cell. */
  void prepare(RunningSystem system, int mostClients) throws IOException, InterruptedException;

  /** Measures one cell. */
  Measurement measure(RunningSystem system, int clients) throws IOException, InterruptedException;
}
