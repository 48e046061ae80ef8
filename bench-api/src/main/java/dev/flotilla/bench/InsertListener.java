package dev.flotilla.bench;

/** Hears how one command ended; called once for each command, on any thread, and never blocks. */
public interface InsertListener {
  /** The command was acknowledged: the system says that it is committed. */
  void done();

  /**
   * The command was refused, or what became of it is unknown.
   *
   * @param kind a few words joined by dashes, the same for errors of one kind, such as {@code
   *     unknown-timeout}
   */
  void failed(String kind);
}
