package dev.flotilla;

/**
 * The command was executed, once (or the query answered), but its result cannot be told: it is of
 * another version than this client, or was given too long ago, or could not be written. To repeat
 * the command would execute it a second time.
 */
public final class ResultUnavailable extends FlotillaException {
  private static final long serialVersionUID = 1L;

  ResultUnavailable(String reason) {
    super(reason);
  }
}
