package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import java.util.List;

/** AppendEntries: the one message that grows with the load. */
final class AppendEntriesCodec {
  private static final XmlField<String> LEADER_ID = XmlField.token(Elements.LEADER_ID);
  private static final XmlField<Long> PREVIOUS_INDEX =
      NumberFields.orBefore(Elements.PREV_LOG_INDEX, NumberLimits.MAX_INDEX);
  private static final XmlField<Long> PREVIOUS_TERM =
      NumberFields.orBefore(Elements.PREV_LOG_TERM, NumberLimits.MAX_TERM);
  private static final XmlField<Long> LEADER_COMMIT = NumberFields.index(Elements.LEADER_COMMIT);
  private static final XmlField<List<Entry>> ENTRY =
      XmlField.list(Elements.ENTRY, EntryCodec::read);
  private static final XmlField<List<Entry>> ENTRIES =
      XmlField.of(Elements.ENTRIES, in -> XmlFields.read(in, ENTRY).all(ENTRY));
  private static final XmlField<LogPosition> HINT =
      XmlField.of(Elements.HINT, PeerCodec::readPosition);
  private static final XmlField<LogPosition> CONFIRMED =
      XmlField.of(Elements.CONFIRMED, PeerCodec::readPosition);
  private static final XmlField<Integer> VERSION = NumberFields.version(Elements.SUPPORTED_VERSION);
  private static final XmlField<Long> PRIORITY = NumberFields.gauge(Elements.ELECTION_PRIORITY);
  private static final XmlField<Boolean> LEADER_CALLABLE = XmlField.truth(Elements.LEADER_CALLABLE);
  private static final XmlField<Boolean> QUIET = XmlField.truth(Elements.QUIET);
  private static final XmlField<Long> QUIET_MILLIS =
      NumberFields.upTo(Elements.QUIET_MILLIS, AppendEntries.MAX_QUIET_MILLIS);

  private AppendEntriesCodec() {}

  static void writeRequest(PeerRequest<AppendEntries> request, XmlWriter out) {
    AppendEntries append = request.message();
    out.open(Elements.APPEND_ENTRIES_REQUEST);
    out.element(Elements.TERM, append.term());
    out.element(Elements.LEADER_ID, request.senderAddress());
    out.slot().element(Elements.PREV_LOG_INDEX, append.previous().index());
    out.element(Elements.PREV_LOG_TERM, append.previous().term());
    out.open(Elements.ENTRIES).beginSlot();
    append.entries().forEach(entry -> EntryCodec.write(entry, out));
    out.close(Elements.ENTRIES).endSlot();
    out.slot().element(Elements.LEADER_COMMIT, append.leaderCommit());
    if (append.confirmed().index() > 0) {
      PeerCodec.writePosition(Elements.CONFIRMED, append.confirmed(), out);
    }
    if (append.quietMillis() > 0) {
      out.element(Elements.QUIET_MILLIS, append.quietMillis());
    }
    PeerCodec.writeHeader(request.header(), append.sequence(), out);
    out.close(Elements.APPEND_ENTRIES_REQUEST);
  }

  static PeerRequest<AppendEntries> readRequest(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            Fields.TERM,
            LEADER_ID,
            PREVIOUS_INDEX,
            PREVIOUS_TERM,
            ENTRIES,
            LEADER_COMMIT,
            CONFIRMED,
            QUIET_MILLIS,
            PeerCodec.PEER);
    PeerCodec.NumberedHeader peer = read.require(PeerCodec.PEER);
    LogPosition previous =
        PeerCodec.position(read.require(PREVIOUS_INDEX), read.require(PREVIOUS_TERM));
    List<Entry> entries = read.find(ENTRIES).orElse(List.of());
    requireConsecutive(in, previous, entries);
    return new PeerRequest<>(
        peer.header(),
        read.require(LEADER_ID),
        new AppendEntries(
            read.require(Fields.TERM),
            previous,
            entries,
            read.require(LEADER_COMMIT),
            peer.sequence(),
            read.find(CONFIRMED).orElse(LogPosition.ORIGIN),
            read.find(QUIET_MILLIS).orElse(0L).intValue()));
  }

  private static void requireConsecutive(XmlReader in, LogPosition previous, List<Entry> entries)
      throws XmlException {
    long index = previous.index();
    long term = previous.term();
    for (Entry entry : entries) {
      if (entry.index() != index + 1 || entry.term() < term) {
        throw in.fail(
            "entry " + entry.position() + " does not follow index " + index + " of term " + term);
      }
      index = entry.index();
      term = entry.term();
    }
  }

  static void writeResponse(PeerResponse<AppendEntriesResponse> response, XmlWriter out) {
    AppendEntriesResponse append = response.message();
    out.open(Elements.APPEND_ENTRIES_RESPONSE);
    out.element(Elements.TERM, append.term());
    out.element(Elements.SUCCESS, append.success());
    out.open(Elements.HINT);
    out.slot().element(Elements.OUR_INDEX, append.hint().index());
    out.element(Elements.OUR_TERM, append.hint().term());
    out.close(Elements.HINT);
    out.element(Elements.SUPPORTED_VERSION, append.version());
    out.element(Elements.ELECTION_PRIORITY, append.priority());
    if (!append.isLeaderCallable()) {
      out.element(Elements.LEADER_CALLABLE, false);
    } else if (append.contact() == LeaderContact.QUIET) {
      out.element(Elements.QUIET, true);
    }
    PeerCodec.writeResponder(response.group(), response.from(), append.sequence(), out);
    out.close(Elements.APPEND_ENTRIES_RESPONSE);
  }

  static PeerResponse<AppendEntriesResponse> readResponse(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            Fields.TERM,
            Fields.SUCCESS,
            HINT,
            VERSION,
            PRIORITY,
            LEADER_CALLABLE,
            QUIET,
            PeerCodec.RESPONDER);
    PeerCodec.NumberedResponder from = read.require(PeerCodec.RESPONDER);
    int version = read.find(VERSION).orElse(ProtocolVersions.FIRST);
    long priority = read.find(PRIORITY).orElse((long) LeadershipOptions.DEFAULT_PRIORITY);
    return new PeerResponse<>(
        from.group(),
        from.from(),
        new AppendEntriesResponse(
            read.require(Fields.TERM),
            read.require(Fields.SUCCESS),
            read.require(HINT),
            from.sequence(),
            version,
            (int) Math.min(LeadershipOptions.MAX_PRIORITY, priority),
            contact(read)));
  }

  private static LeaderContact contact(XmlFields read) throws XmlException {
    if (!read.find(LEADER_CALLABLE).orElse(true)) {
      return LeaderContact.NOT_CALLABLE;
    }
    return read.find(QUIET).orElse(false) ? LeaderContact.QUIET : LeaderContact.CALLABLE;
  }
}
