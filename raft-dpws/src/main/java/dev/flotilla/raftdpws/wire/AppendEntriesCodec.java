package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.Configuration;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.NoOp;
import dev.flotilla.raft.Payload;
import dev.flotilla.raft.Withheld;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
      writeEntry(entry, out);
    }
    out.close(Elements.ENTRIES);
    out.element(Elements.LEADER_COMMIT, append.leaderCommit());
    PeerCodec.writeHeader(request.header(), append.sequence(), out);
    out.close(Elements.APPEND_ENTRIES_REQUEST);
  }

  private static void writeEntry(Entry entry, XmlWriter out) {
    out.open(Elements.ENTRY);
    if (entry.payload() instanceof Command command) {
      byte[] parameters = command.parameters().toArray();
      out.element(Elements.UID, command.uid());
      writePosition(entry.position(), out);
      out.element(Elements.COMMAND, command.command());
      if (BytesCodec.writeText(out, Elements.PARAMETERS, parameters)) {
        out.base64(Elements.DATA, parameters);
      }
    } else {
      out.element(Elements.UID, "");
      writePosition(entry.position(), out);
      out.element(Elements.COMMAND, "");
      out.element(Elements.PARAMETERS, "");
      writeOwn(entry.payload(), out);
    }
    out.element(Elements.TIME_MILLIS, entry.timeMillis());
    out.close(Elements.ENTRY);
  }

  /** What is no command has an element of ours instead. */
  private static void writeOwn(Payload payload, XmlWriter out) {
    if (payload instanceof Configuration configuration) {
      ConfigurationCodec.write(configuration, out);
    } else if (payload instanceof Withheld) {
      out.open(Elements.WITHHELD).close(Elements.WITHHELD);
    } else {
      out.open(Elements.NO_OP).close(Elements.NO_OP);
    }
  }

  private static void writePosition(LogPosition position, XmlWriter out) {
    out.element(Elements.INDEX, position.index());
    out.element(Elements.TERM, position.term());
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
        entries.add(readEntry(in));
      } else {
        in.skip();
      }
    }
    return entries;
  }

  private static Entry readEntry(XmlReader in) throws XmlException {
    String uid = null;
    Long index = null;
    Long term = null;
    String command = null;
    Bytes parameters = null;
    Bytes data = null;
    Long timeMillis = null;
    Payload own = null;
    while (in.nextChild()) {
      if (in.is(Elements.UID)) {
        uid = in.trimmedText();
      } else if (in.is(Elements.INDEX)) {
        index = in.longValue();
      } else if (in.is(Elements.TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.COMMAND)) {
        command = in.text();
      } else if (in.is(Elements.PARAMETERS)) {
        parameters = BytesCodec.readText(in);
      } else if (in.is(Elements.DATA)) {
        data = BytesCodec.readData(in);
      } else if (in.is(Elements.TIME_MILLIS)) {
        timeMillis = in.longValue();
      } else if (in.is(Elements.CONFIGURATION)) {
        own = ConfigurationCodec.read(in);
      } else {
        own = markerOr(own, in);
        in.skip();
      }
    }
    LogPosition position =
        new LogPosition(in.require(index, Elements.INDEX), in.require(term, Elements.TERM));
    return new Entry(
        position,
        in.require(timeMillis, Elements.TIME_MILLIS),
        own != null ? own : command(in, uid, command, BytesCodec.merge(parameters, data)));
  }

  private static @Nullable Payload markerOr(@Nullable Payload otherwise, XmlReader in) {
    if (in.is(Elements.NO_OP)) {
      return NoOp.INSTANCE;
    }
    return in.is(Elements.WITHHELD) ? Withheld.INSTANCE : otherwise;
  }

  private static Payload command(
      XmlReader in, @Nullable String uid, @Nullable String command, @Nullable Bytes parameters)
      throws XmlException {
    return new Command(
        in.require(uid, Elements.UID),
        in.require(command, Elements.COMMAND),
        in.require(parameters, Elements.PARAMETERS));
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
    PeerCodec.writeResponder(response.group(), response.from(), append.sequence(), out);
    out.close(Elements.APPEND_ENTRIES_RESPONSE);
  }

  static PeerResponse<AppendEntriesResponse> readResponse(XmlReader in) throws XmlException {
    Long term = null;
    Boolean success = null;
    LogPosition hint = null;
    PeerCodec.NumberedResponder responder = null;
    while (in.nextChild()) {
      if (in.is(Elements.TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.SUCCESS)) {
        success = in.booleanValue();
      } else if (in.is(Elements.HINT)) {
        hint = PeerCodec.readHint(in);
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
            from.sequence()));
  }
}
