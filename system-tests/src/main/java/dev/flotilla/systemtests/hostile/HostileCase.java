package dev.flotilla.systemtests.hostile;

import java.io.IOException;

/**
 * A hostile input, and what must come of it.
 *
 * @param row what it belongs to: a rule, 1 to 10; something measured, {@code m1} to {@code m6}; the
 *     heap, {@code heap}; or {@code corpus}
 * @param name unique
 * @param input what is sent or done, in words
 * @param expected in words
 * @param effect what may happen to the leader meanwhile
 * @param attack sends it
 */
record HostileCase(
    String row, String name, String input, String expected, Effect effect, Attack attack) {

  /** What a case may do to the group by design. */
  enum Effect {
    /** The leader stays, good requests are answered within 500 ms, no packet to anybody else. */
    NONE,
    /** The leader is attacked, so that there may be an election; a good request follows. */
    LEADER,
    /** Likewise, and members confirm an address by calling it, whoever is there. */
    ADDRESS
  }

  /** Sends something, and returns what came back in words. */
  @FunctionalInterface
  interface Attack {
    /**
     * Blocks until it is over.
     *
     * @throws UnexpectedAnswer if something else came back than what must
     * @throws IOException if it could not be sent, or that
     */
    String run(Arena arena) throws IOException, InterruptedException;
  }

  /** What came back is not what must. */
  static final class UnexpectedAnswer extends IOException {
    private static final long serialVersionUID = 1;

    UnexpectedAnswer(String message) {
      super(message);
    }
  }
}
