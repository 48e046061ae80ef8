package dev.flotilla.raftdpws.founding;

/** A founded group of that name answers, and this server is not one of its members. */
public final class FoundingRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /** With what was found and the remedy. */
  public FoundingRefused(String message) {
    super(message);
  }
}
