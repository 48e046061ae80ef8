package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.raft.model.NumberLimits;

/**
 * The numbers of the wire contract, each within its limit ({@link NumberLimits}): one beyond is the
 * sender's mistake, and answered with a fault.
 */
final class NumberFields {
  private NumberFields() {}

  static XmlField<Long> term(XmlElement element) {
    return upTo(element, NumberLimits.MAX_TERM);
  }

  static XmlField<Long> index(XmlElement element) {
    return upTo(element, NumberLimits.MAX_INDEX);
  }

  /** The number of a request or of a command. */
  static XmlField<Long> sequence(XmlElement element) {
    return upTo(element, NumberLimits.MAX_SEQUENCE);
  }

  static XmlField<Long> timeMillis(XmlElement element) {
    return upTo(element, NumberLimits.MAX_TIME_MILLIS);
  }

  static XmlField<Long> snapshotBytes(XmlElement element) {
    return upTo(element, NumberLimits.MAX_SNAPSHOT_BYTES);
  }

  static XmlField<Integer> version(XmlElement element) {
    return XmlField.of(element, in -> (int) read(in, element, 0, NumberLimits.MAX_VERSION));
  }

  /** A number that is only shown. */
  static XmlField<Long> gauge(XmlElement element) {
    return upTo(element, Long.MAX_VALUE);
  }

  static XmlField<Long> upTo(XmlElement element, long limit) {
    return within(element, 0, limit);
  }

  /** As {@link #upTo}, or -1, which 2014 servers send for the place before the first entry. */
  static XmlField<Long> orBefore(XmlElement element, long limit) {
    return within(element, -1, limit);
  }

  private static XmlField<Long> within(XmlElement element, long least, long limit) {
    return XmlField.of(element, in -> read(in, element, least, limit));
  }

  private static long read(XmlReader in, XmlElement element, long least, long limit)
      throws XmlException {
    long number = in.longValue();
    if (number < least || number > limit) {
      throw in.fail(element + " is " + number + ", it must be from " + least + " to " + limit);
    }
    return number;
  }
}
