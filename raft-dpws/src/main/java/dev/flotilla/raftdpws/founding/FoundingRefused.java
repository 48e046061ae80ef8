package dev.flotilla.raftdpws.founding;

/**
 * A founded group of that name answers, and this server is not one of its members; or it was to
 * join, and several groups of the name answer.
 */
public final class FoundingRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /** With what was found and the remedy. */
  public FoundingRefused(String message) {
    super(message);
  }
}
