package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LeadershipOptions;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.ProtocolVersions;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import java.util.ArrayList;
import java.util.List;

/** AppendEntries: the one message that grows with the load. */
final class AppendEntriesCodec {
  private AppendEntriesCodec() {}

  static void writeRequest(PeerRequest<AppendEntries> request, XmlWriter out) {
    AppendEntries append = request.message();
    out.open(Elements.APPEND_ENTRIES_REQUEST);
    out.element(Elements.TERM, append.term());
    out.element(Elements.LEADER_ID, request.senderAddress());
    out.element(Elements.PREV_LOG_INDEX, append.previous().index());
    out.element(Elements.PREV_LOG_TERM, append.previous().term());
    out.open(Elements.ENTRIES);
    for (Entry entry : append.entries()) {
      out.open(Elements.ENTRY);
      EntryCodec.write(entry, out);
      out.close(Elements.ENTRY);
    }
    out.close(Elements.ENTRIES);
    out.element(Elements.LEADER_COMMIT, append.leaderCommit());
    PeerCodec.writeHeader(request.header(), append.sequence(), out);
    out.close(Elements.APPEND_ENTRIES_REQUEST);
  }

  static PeerRequest<AppendEntries> readRequest(XmlReader in) throws XmlException {
    Long term = null;
    String leader = null;
    Long previousIndex = null;
    Long previousTerm = null;
    List<Entry> entries = List.of();
    Long leaderCommit = null;
    PeerCodec.NumberedHeader peer = null;
    while (in.nextChild()) {
      if (in.is(Elements.TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.LEADER_ID)) {
        leader = in.trimmedText();
      } else if (in.is(Elements.PREV_LOG_INDEX)) {
        previousIndex = in.longValue();
      } else if (in.is(Elements.PREV_LOG_TERM)) {
        previousTerm = in.longValue();
      } else if (in.is(Elements.ENTRIES)) {
        entries = readEntries(in);
      } else if (in.is(Elements.LEADER_COMMIT)) {
        leaderCommit = in.longValue();
      } else if (in.is(Elements.PEER)) {
        peer = PeerCodec.readHeader(in);
      } else {
        in.skip();
      }
    }
    PeerCodec.NumberedHeader header = PeerCodec.requireHeader(in, peer);
    LogPosition previous =
        PeerCodec.position(
            in.require(previousIndex, Elements.PREV_LOG_INDEX),
            in.require(previousTerm, Elements.PREV_LOG_TERM));
    requireConsecutive(in, previous, entries);
    return new PeerRequest<>(
        header.header(),
        in.require(leader, Elements.LEADER_ID),
        new AppendEntries(
            in.require(term, Elements.TERM),
            previous,
            entries,
            in.require(leaderCommit, Elements.LEADER_COMMIT),
            header.sequence()));
  }

  private static List<Entry> readEntries(XmlReader in) throws XmlException {
    List<Entry> entries = new ArrayList<>();
    while (in.nextChild()) {
      if (in.is(Elements.ENTRY)) {
        entries.add(EntryCodec.read(in));
      } else {
        in.skip();
      }
    }
    return entries;
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
    PeerCodec.writeHint(append.hint(), out);
    out.element(Elements.SUPPORTED_VERSION, append.version());
    out.element(Elements.ELECTION_PRIORITY, append.priority());
    PeerCodec.writeResponder(response.group(), response.from(), append.sequence(), out);
    out.close(Elements.APPEND_ENTRIES_RESPONSE);
  }

  static PeerResponse<AppendEntriesResponse> readResponse(XmlReader in) throws XmlException {
    Long term = null;
    Boolean success = null;
    LogPosition hint = null;
    PeerCodec.NumberedResponder responder = null;
    long version = ProtocolVersions.FIRST;
    long priority = LeadershipOptions.DEFAULT_PRIORITY;
    while (in.nextChild()) {
      if (in.is(Elements.TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.SUCCESS)) {
        success = in.booleanValue();
      } else if (in.is(Elements.HINT)) {
        hint = PeerCodec.readHint(in);
      } else if (in.is(Elements.SUPPORTED_VERSION)) {
        version = in.longValue();
      } else if (in.is(Elements.ELECTION_PRIORITY)) {
        priority = in.longValue();
      } else if (in.is(Elements.RESPONDER)) {
        responder = PeerCodec.readResponder(in);
      } else {
        in.skip();
      }
    }
    PeerCodec.NumberedResponder from = in.require(responder, Elements.RESPONDER);
    return new PeerResponse<>(
        from.group(),
        from.from(),
        new AppendEntriesResponse(
            in.require(term, Elements.TERM),
            in.require(success, Elements.SUCCESS),
            in.require(hint, Elements.HINT),
            from.sequence(),
            (int) Math.min(Integer.MAX_VALUE, version),
            (int) Math.min(LeadershipOptions.MAX_PRIORITY, priority)));
  }
}
