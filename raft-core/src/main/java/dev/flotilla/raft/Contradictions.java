package dev.flotilla.raft;

/**
 * What received messages have contradicted since this server started. A message that contradicts
 * what this server knows is refused; the server goes on.
 *
 * @param refused how many messages were refused for this reason
 * @param divergences how many of them disagreed about an entry that is committed here: the sender
 *     breaks the protocol, or one of the two servers has lost data
 * @param last the last contradiction in words, at most {@link #MAX_TEXT_CHARS} characters; empty if
 *     there was none
 */
public record Contradictions(long refused, long divergences, String last) {
  /** The longest text of a contradiction. */
  public static final int MAX_TEXT_CHARS = 500;

  /** Before the first one. */
  public static final Contradictions NONE = new Contradictions(0, 0, "");

  /** Rejects counts that cannot be. */
  public Contradictions {
    if (divergences < 0 || refused < divergences) {
      throw new IllegalArgumentException(
          divergences + " divergences of " + refused + " contradictions");
    }
    if (last.length() > MAX_TEXT_CHARS) {
      throw new IllegalArgumentException(
          "a text of " + last.length() + " characters, the limit is " + MAX_TEXT_CHARS);
    }
  }

  /** Whether there was any. */
  public boolean isEmpty() {
    return refused == 0;
  }

  Contradictions and(String text) {
    return new Contradictions(refused + 1, divergences, bounded(text));
  }

  Contradictions andDivergence(String text) {
    return new Contradictions(refused + 1, divergences + 1, bounded(text));
  }

  private static String bounded(String text) {
    return text.substring(0, Math.min(text.length(), MAX_TEXT_CHARS));
  }
}
