package dev.flotilla.raftdpws.wire;

import static dev.flotilla.raftdpws.wire.Fields.RAFT_SUCCESS;
import static dev.flotilla.raftdpws.wire.Fields.RAFT_TERM;
import static dev.flotilla.raftdpws.wire.Fields.flotilla;
import static dev.flotilla.raftdpws.wire.Fields.raft;
import static dev.flotilla.raftdpws.wire.Form.truth;

import dev.flotilla.dpws.xml.XmlElement;
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
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.util.List;

/** AppendEntries: the one message that grows with the load, and so written by hand. */
final class AppendEntriesCodec {
  static final XmlElement REQUEST = raft("AppendEntriesRequest");
  private static final XmlElement RESPONSE = raft("AppendEntriesResponse");
  private static final XmlElement ENTRIES = EntryCodec.ENTRIES;
  private static final Child<String> LEADER_ID = Form.token(raft("leaderId"));
  private static final Child<Long> PREVIOUS_INDEX =
      Fields.indexOrBefore(raft("prevLogIndex")).slot();
  private static final Child<Long> PREVIOUS_TERM = Fields.termOrBefore(raft("prevLogTerm"));
  private static final Child<Long> LEADER_COMMIT = Fields.index(raft("leaderCommit")).slot();
  private static final XmlField<List<Entry>> ENTRY =
      XmlField.list(EntryCodec.ENTRY, EntryCodec::read);
  private static final XmlField<List<Entry>> ALL =
      XmlField.of(ENTRIES, in -> XmlFields.read(in, ENTRY).all(ENTRY));
  private static final Child<LogPosition> HINT =
      Fields.position(Fields.INDEX.slot(), Fields.TERM).in(flotilla("hint"));
  private static final Child<LogPosition> CONFIRMED =
      Fields.position(Fields.INDEX, Fields.TERM).in(flotilla("confirmed"));
  private static final Child<Integer> VERSION = Fields.version("supportedVersion");
  private static final Child<Long> PRIORITY = Fields.gauge("electionPriority");
  private static final Child<Boolean> LEADER_CALLABLE = truth(flotilla("leaderCallable"));
  private static final Child<Boolean> QUIET = truth(flotilla("quiet"));
  private static final Child<Long> QUIET_MILLIS =
      Fields.upTo(flotilla("quietMillis"), AppendEntries.MAX_QUIET_MILLIS);

  private AppendEntriesCodec() {}

  static void writeRequest(PeerRequest<AppendEntries> request, XmlWriter out) {
    AppendEntries append = request.message();
    out.open(REQUEST);
    RAFT_TERM.write(append.term(), out);
    LEADER_ID.write(request.senderAddress(), out);
    PREVIOUS_INDEX.write(append.previous().index(), out);
    PREVIOUS_TERM.write(append.previous().term(), out);
    out.open(ENTRIES).beginSlot();
    append.entries().forEach(entry -> EntryCodec.write(entry, out));
    out.close(ENTRIES).endSlot();
    LEADER_COMMIT.write(append.leaderCommit(), out);
    if (append.confirmed().index() > 0) {
      CONFIRMED.write(append.confirmed(), out);
    }
    if (append.quietMillis() > 0) {
      QUIET_MILLIS.write((long) append.quietMillis(), out);
    }
    PeerForms.PEER.write(new PeerForms.NumberedHeader(request.header(), append.sequence()), out);
    out.close(REQUEST);
  }

  static PeerRequest<AppendEntries> readRequest(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            RAFT_TERM.field,
            LEADER_ID.field,
            PREVIOUS_INDEX.field,
            PREVIOUS_TERM.field,
            ALL,
            LEADER_COMMIT.field,
            CONFIRMED.field,
            QUIET_MILLIS.field,
            PeerForms.PEER.field);
    PeerForms.NumberedHeader peer = PeerForms.PEER.read(read);
    LogPosition previous = Fields.position(PREVIOUS_INDEX.read(read), PREVIOUS_TERM.read(read));
    List<Entry> entries = read.find(ALL).orElse(List.of());
    requireConsecutive(in, previous, entries);
    return new PeerRequest<>(
        peer.header(),
        LEADER_ID.read(read),
        new AppendEntries(
            RAFT_TERM.read(read),
            previous,
            entries,
            LEADER_COMMIT.read(read),
            peer.sequence(),
            read.find(CONFIRMED.field).orElse(LogPosition.ORIGIN),
            read.find(QUIET_MILLIS.field).orElse(0L).intValue()));
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
    out.open(RESPONSE);
    RAFT_TERM.write(append.term(), out);
    RAFT_SUCCESS.write(append.success(), out);
    HINT.write(append.hint(), out);
    VERSION.write(append.version(), out);
    PRIORITY.write((long) append.priority(), out);
    if (!append.isLeaderCallable()) {
      LEADER_CALLABLE.write(false, out);
    } else if (append.contact() == LeaderContact.QUIET) {
      QUIET.write(true, out);
    }
    PeerForms.RESPONDER.write(
        new PeerForms.NumberedResponder(response.group(), response.from(), append.sequence()), out);
    out.close(RESPONSE);
  }

  static PeerResponse<AppendEntriesResponse> readResponse(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            RAFT_TERM.field,
            RAFT_SUCCESS.field,
            HINT.field,
            VERSION.field,
            PRIORITY.field,
            LEADER_CALLABLE.field,
            QUIET.field,
            PeerForms.RESPONDER.field);
    PeerForms.NumberedResponder from = PeerForms.RESPONDER.read(read);
    long priority = read.find(PRIORITY.field).orElse((long) LeadershipOptions.DEFAULT_PRIORITY);
    return new PeerResponse<>(
        from.group(),
        from.from(),
        new AppendEntriesResponse(
            RAFT_TERM.read(read),
            RAFT_SUCCESS.read(read),
            HINT.read(read),
            from.sequence(),
            read.find(VERSION.field).orElse(ProtocolVersions.FIRST),
            (int) Math.min(LeadershipOptions.MAX_PRIORITY, priority),
            contact(read)));
  }

  private static LeaderContact contact(XmlFields read) {
    if (!read.find(LEADER_CALLABLE.field).orElse(true)) {
      return LeaderContact.NOT_CALLABLE;
    }
    return read.find(QUIET.field).orElse(false) ? LeaderContact.QUIET : LeaderContact.CALLABLE;
  }
}
