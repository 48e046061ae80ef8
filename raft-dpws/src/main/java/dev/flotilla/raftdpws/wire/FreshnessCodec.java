package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.StateSeen;
import java.util.Optional;
import java.util.OptionalLong;

/** What our clients add to Read: how fresh the answer must be, and how fresh it was. */
final class FreshnessCodec {
  static final XmlField<String> CONSISTENCY = XmlField.token(Elements.CONSISTENCY);
  static final XmlField<Long> MAX_AGE =
      NumberFields.upTo(Elements.MAX_AGE_MILLIS, ReadLevel.MAX_AGE_MILLIS);
  static final XmlField<Long> SEEN_INDEX = NumberFields.index(Elements.SEEN_INDEX);
  static final XmlField<Long> STATE_INDEX = NumberFields.index(Elements.STATE_INDEX);
  static final XmlField<Long> STATE_AGE = NumberFields.gauge(Elements.STATE_AGE_MILLIS);

  private FreshnessCodec() {}

  static void write(ReadLevel level, XmlWriter out) {
    out.element(Elements.CONSISTENCY, level.consistency().word());
    if (level.consistency() == Consistency.BOUNDED) {
      out.element(Elements.MAX_AGE_MILLIS, level.maxAgeMillis());
    }
    out.slot().element(Elements.SEEN_INDEX, level.seenIndex());
  }

  /** A word of a later version asks for something that only a linearizable answer surely keeps. */
  static Optional<ReadLevel> readLevel(XmlFields read) {
    return read.find(CONSISTENCY)
        .map(
            word ->
                new ReadLevel(
                    Consistency.of(word).orElse(Consistency.LINEARIZABLE),
                    read.find(MAX_AGE).orElse(0L),
                    read.find(SEEN_INDEX).orElse(0L)));
  }

  static void write(StateSeen state, XmlWriter out) {
    out.slot().element(Elements.STATE_INDEX, state.index());
    if (state.ageMillis().isPresent()) {
      out.slot().element(Elements.STATE_AGE_MILLIS, state.ageMillis().getAsLong());
    }
  }

  static Optional<StateSeen> readState(XmlFields read) {
    return read.find(STATE_INDEX)
        .map(
            index ->
                new StateSeen(
                    index,
                    read.find(STATE_AGE).map(OptionalLong::of).orElse(OptionalLong.empty())));
  }
}
