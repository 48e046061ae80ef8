package dev.flotilla.storage.log;

/**
 * What an {@link Inspection} says of one file.
 *
 * @param name in the data directory
 * @param kind what it is
 * @param firstIndex the first entry that it is about, 0 if it is about none
 * @param lastIndex the last one, 0 if there is none
 * @param records how many entries were written into it, those that were superseded later included;
 *     0 for what is no segment
 * @param bytes its size; 0 if that was not looked at
 * @param remark what else is to be said, in one line
 */
public record InspectedFile(
    String name,
    Kind kind,
    long firstIndex,
    long lastIndex,
    long records,
    long bytes,
    String remark) {
  InspectedFile withRemark(String other) {
    return new InspectedFile(name, kind, firstIndex, lastIndex, records, bytes, other);
  }

  /** What a file is. */
  public enum Kind {
    /** Member, incarnation and group. */
    IDENTITY("identity"),
    /** Who founded the group. */
    FOUNDING("founding"),
    /** Term and vote. */
    VOTE("vote"),
    /** Up to where the log was forced. */
    MARK("mark"),
    /** The newest snapshot. */
    SNAPSHOT("snapshot"),
    /** A part of the log. */
    SEGMENT("segment"),
    /** What the check says nothing of. */
    UNCHECKED("unchecked");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
