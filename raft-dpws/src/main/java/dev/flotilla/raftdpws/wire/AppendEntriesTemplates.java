package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import java.util.List;
import java.util.Objects;

/** AppendEntries by templates. Between two members little of it changes within a term. */
final class AppendEntriesTemplates {
  static final TemplatedBody<PeerRequest<AppendEntries>> REQUEST = new Request();
  static final TemplatedBody<PeerResponse<AppendEntriesResponse>> RESPONSE = new Response();

  private AppendEntriesTemplates() {}

  private static final class Request implements TemplatedBody<PeerRequest<AppendEntries>> {
    @Override
    public void write(PeerRequest<AppendEntries> request, XmlWriter out) {
      AppendEntriesCodec.writeRequest(request, out);
    }

    @Override
    public boolean isLike(PeerRequest<AppendEntries> example, PeerRequest<AppendEntries> request) {
      AppendEntries was = example.message();
      AppendEntries is = request.message();
      return is.term() == was.term()
          && is.previous().term() == was.previous().term()
          && is.quietMillis() == was.quietMillis()
          && Objects.equals(is.confirmed(), was.confirmed())
          && Objects.equals(request.header(), example.header())
          && request.senderAddress().equals(example.senderAddress());
    }

    @Override
    public PeerRequest<AppendEntries> example(PeerRequest<AppendEntries> request) {
      AppendEntries is = request.message();
      AppendEntries heartbeat =
          new AppendEntries(
              is.term(),
              is.previous(),
              List.of(),
              is.leaderCommit(),
              is.sequence(),
              is.confirmed(),
              is.quietMillis());
      return new PeerRequest<>(request.header(), request.senderAddress(), heartbeat);
    }

    @Override
    public void writeSlots(PeerRequest<AppendEntries> request, SlotWriter out)
        throws TemplateMismatchException {
      AppendEntries append = request.message();
      out.number(append.previous().index());
      EntryTemplates.write(append.entries(), out);
      out.number(append.leaderCommit());
      out.number(append.sequence());
    }

    @Override
    public PeerRequest<AppendEntries> readSlots(PeerRequest<AppendEntries> example, SlotReader in)
        throws TemplateMismatchException {
      AppendEntries was = example.message();
      LogPosition previous =
          Fields.position(in.number(NumberLimits.MAX_INDEX), was.previous().term());
      List<Entry> entries = EntryTemplates.read(in);
      long leaderCommit = in.number(NumberLimits.MAX_INDEX);
      long sequence = in.number(NumberLimits.MAX_SEQUENCE);
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
  }

  private static final class Response
      implements TemplatedBody<PeerResponse<AppendEntriesResponse>> {
    @Override
    public void write(PeerResponse<AppendEntriesResponse> response, XmlWriter out) {
      AppendEntriesCodec.writeResponse(response, out);
    }

    @Override
    public boolean isLike(
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

    @Override
    public void writeSlots(PeerResponse<AppendEntriesResponse> response, SlotWriter out)
        throws TemplateMismatchException {
      AppendEntriesResponse append = response.message();
      out.number(append.hint().index());
      out.number(append.sequence());
    }

    @Override
    public PeerResponse<AppendEntriesResponse> readSlots(
        PeerResponse<AppendEntriesResponse> example, SlotReader in)
        throws TemplateMismatchException {
      AppendEntriesResponse was = example.message();
      LogPosition hint = Fields.position(in.number(NumberLimits.MAX_INDEX), was.hint().term());
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
}
