package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;

/** Tells the person who waits how far the benchmark is; called by the benchmark's thread. */
public interface Progress extends AutoCloseable {
  /** A cluster is about to start: which, in a few words. */
  void session(String where);

  /** What is going on within the session, in a few words; may change every second. */
  void phase(String words);

  /** One run is measured. */
  void finished(RunResult result);

  /** One run is not valid because a host was lost, or the system failed. */
  void lost(LostRun run);

  @Override
  void close();
}
