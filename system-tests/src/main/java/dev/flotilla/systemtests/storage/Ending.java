package dev.flotilla.systemtests.storage;

/**
 * What came of a start after a byte had changed.
 *
 * @param kind in one word
 * @param details the refusal's message, or what is wrong
 */
record Ending(Kind kind, String details) {
  /** What can come of it. */
  enum Kind {
    /** It did not start, or stopped before it served, and said why. */
    REFUSED("refused"),
    /** It served all that it had, and what had changed was written anew or set aside. */
    REBUILT("rebuilt"),
    /** It served all that it had; the byte stands as it is, and nothing needs it. */
    BORNE("borne"),
    /** It served; whoever reads the whole journal is told that it cannot be read. */
    REFUSED_WHEN_READ("refused when read"),
    /** Something was lost or changed without a word. */
    WRONG("wrong");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  static Ending wrong(String details) {
    return new Ending(Kind.WRONG, details);
  }
}
