package dev.flotilla.raftdpws.wire;

import static dev.flotilla.raftdpws.wire.Fields.RAFT_SUCCESS;
import static dev.flotilla.raftdpws.wire.Fields.RAFT_TERM;
import static dev.flotilla.raftdpws.wire.Fields.flotilla;
import static dev.flotilla.raftdpws.wire.Fields.raft;
import static dev.flotilla.raftdpws.wire.Form.truth;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
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
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * AppendEntries: the one message that grows with the load, and so written by hand. Between two
 * members little of it changes within a term: that is in the slots of its templates.
 */
final class AppendEntriesCodec {
  private static final XmlElement REQUEST_NAME = raft("AppendEntriesRequest");
  private static final XmlElement RESPONSE_NAME = raft("AppendEntriesResponse");
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

  static final TemplatedBody<PeerRequest<AppendEntries>> REQUEST =
      new TemplatedBody<>(
          AppendEntriesCodec::writeRequest,
          request -> 0,
          AppendEntriesCodec::isRequestLike,
          AppendEntriesCodec::requestExample,
          AppendEntriesCodec::writeRequestSlots,
          AppendEntriesCodec::readRequestSlots);

  static final TemplatedBody<PeerResponse<AppendEntriesResponse>> RESPONSE =
      new TemplatedBody<>(
          AppendEntriesCodec::writeResponse,
          response -> 0,
          AppendEntriesCodec::isResponseLike,
          UnaryOperator.identity(),
          AppendEntriesCodec::writeResponseSlots,
          AppendEntriesCodec::readResponseSlots);

  private AppendEntriesCodec() {}

  private static void writeRequest(PeerRequest<AppendEntries> request, XmlWriter out) {
    AppendEntries append = request.message();
    out.open(REQUEST_NAME);
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
    out.close(REQUEST_NAME);
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

  private static boolean isRequestLike(
      PeerRequest<AppendEntries> example, PeerRequest<AppendEntries> request) {
    AppendEntries was = example.message();
    AppendEntries is = request.message();
    return is.term() == was.term()
        && is.previous().term() == was.previous().term()
        && is.quietMillis() == was.quietMillis()
        && Objects.equals(is.confirmed(), was.confirmed())
        && Objects.equals(request.header(), example.header())
        && request.senderAddress().equals(example.senderAddress());
  }

  private static PeerRequest<AppendEntries> requestExample(PeerRequest<AppendEntries> request) {
    AppendEntries is = request.message();
    return like(request, is.previous(), List.of(), is.leaderCommit(), is.sequence());
  }

  private static PeerRequest<AppendEntries> like(
      PeerRequest<AppendEntries> example,
      LogPosition previous,
      List<Entry> entries,
      long leaderCommit,
      long sequence) {
    AppendEntries was = example.message();
    return new PeerRequest<>(
        example.header(),
        example.senderAddress(),
        new AppendEntries(
            was.term(),
            previous,
            entries,
            leaderCommit,
            sequence,
            was.confirmed(),
            was.quietMillis()));
  }

  private static void writeRequestSlots(PeerRequest<AppendEntries> request, SlotWriter out)
      throws TemplateMismatchException {
    AppendEntries append = request.message();
    out.number(append.previous().index());
    EntryCodec.writeSlot(append.entries(), out);
    out.number(append.leaderCommit());
    out.number(append.sequence());
  }

  private static PeerRequest<AppendEntries> readRequestSlots(
      PeerRequest<AppendEntries> example, SlotReader in) throws TemplateMismatchException {
    long index = in.number(NumberLimits.MAX_INDEX);
    return like(
        example,
        new LogPosition(index, example.message().previous().term()),
        EntryCodec.readSlot(in),
        in.number(NumberLimits.MAX_INDEX),
        in.number(NumberLimits.MAX_SEQUENCE));
  }

  private static void writeResponse(PeerResponse<AppendEntriesResponse> response, XmlWriter out) {
    AppendEntriesResponse append = response.message();
    out.open(RESPONSE_NAME);
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
    out.close(RESPONSE_NAME);
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

  private static boolean isResponseLike(
      PeerResponse<AppendEntriesResponse> example, PeerResponse<AppendEntriesResponse> response) {
    AppendEntriesResponse was = example.message();
    AppendEntriesResponse is = response.message();
    return is.term() == was.term()
        && is.success() == was.success()
        && is.hint().term() == was.hint().term()
        && is.version() == was.version()
        && is.priority() == was.priority()
        && is.contact() == was.contact()
        && Objects.equals(response.group(), example.group())
        && Objects.equals(response.from(), example.from());
  }

  private static void writeResponseSlots(
      PeerResponse<AppendEntriesResponse> response, SlotWriter out)
      throws TemplateMismatchException {
    out.number(response.message().hint().index());
    out.number(response.message().sequence());
  }

  private static PeerResponse<AppendEntriesResponse> readResponseSlots(
      PeerResponse<AppendEntriesResponse> example, SlotReader in) throws TemplateMismatchException {
    AppendEntriesResponse was = example.message();
    LogPosition hint = new LogPosition(in.number(NumberLimits.MAX_INDEX), was.hint().term());
    AppendEntriesResponse response =
        new AppendEntriesResponse(
            was.term(),
            was.success(),
            hint,
            in.number(NumberLimits.MAX_SEQUENCE),
            was.version(),
            was.priority(),
            was.contact());
    return new PeerResponse<>(example.group(), example.from(), response);
  }
}
