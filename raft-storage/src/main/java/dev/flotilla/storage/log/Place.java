package dev.flotilla.storage.log;

/**
 * A place in the log's files.
 *
 * @param segment the segment's number, from 1; 0 before the first
 * @param offset bytes from its start
 */
record Place(long segment, int offset) implements Comparable<Place> {
  static final Place ORIGIN = new Place(1, 0);

  @Override
  public int compareTo(Place other) {
    int bySegment = Long.compare(segment, other.segment);
    return bySegment != 0 ? bySegment : Integer.compare(offset, other.offset);
  }
}
