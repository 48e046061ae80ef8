package dev.flotilla.systemtests.powercuts;

import dev.flotilla.raftdpws.message.StatusResponse.Progress;

/**
 * In which term a server that runs has promised something. Its status tells of a term before it is
 * forced. But the disk is written in order, and only what is durable is applied: so a term is
 * durable once an entry is applied that was added to the log after it. One thread.
 */
final class PromisedTerm {
  private long promised;
  private long told;
  private long lastIndexThen;

  /** Looks at how far the server is by now; the more often, the later the term that is known. */
  Promise look(Progress now) {
    if (now.appliedIndex() > lastIndexThen) {
      promised = told;
      told = now.term();
      lastIndexThen = now.lastIndex();
    }
    return new Promise(promised, now.appliedIndex());
  }
}
