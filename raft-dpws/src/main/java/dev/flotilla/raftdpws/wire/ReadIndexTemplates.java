package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.util.Objects;

/** ReadIndex by templates. */
final class ReadIndexTemplates {
  private static final Child<PeerRequest<ReadIndex>> REQUEST_XML =
      PeerForms.READ_INDEX_REQUEST.in(Fields.flotilla("ReadIndexRequest"));
  private static final Child<PeerResponse<ReadIndexResponse>> RESPONSE_XML =
      PeerForms.READ_INDEX.in(Fields.flotilla("ReadIndexResponse"));
  static final TemplatedBody<PeerRequest<ReadIndex>> REQUEST = new Request();
  static final TemplatedBody<PeerResponse<ReadIndexResponse>> RESPONSE = new Response();

  private ReadIndexTemplates() {}

  private static final class Request implements TemplatedBody<PeerRequest<ReadIndex>> {
    @Override
    public void write(PeerRequest<ReadIndex> request, XmlWriter out) {
      REQUEST_XML.write(request, out);
    }

    @Override
    public boolean isLike(PeerRequest<ReadIndex> example, PeerRequest<ReadIndex> request) {
      return request.message().term() == example.message().term()
          && Objects.equals(request.header(), example.header())
          && request.senderAddress().equals(example.senderAddress());
    }

    @Override
    public void writeSlots(PeerRequest<ReadIndex> request, SlotWriter out)
        throws TemplateMismatchException {
      out.number(request.message().round());
      out.number(request.message().sequence());
    }

    @Override
    public PeerRequest<ReadIndex> readSlots(PeerRequest<ReadIndex> example, SlotReader in)
        throws TemplateMismatchException {
      ReadIndex message =
          new ReadIndex(
              example.message().term(),
              in.number(NumberLimits.MAX_SEQUENCE),
              in.number(NumberLimits.MAX_SEQUENCE));
      return new PeerRequest<>(example.header(), example.senderAddress(), message);
    }
  }

  private static final class Response implements TemplatedBody<PeerResponse<ReadIndexResponse>> {
    @Override
    public void write(PeerResponse<ReadIndexResponse> response, XmlWriter out) {
      RESPONSE_XML.write(response, out);
    }

    @Override
    public boolean isLike(
        PeerResponse<ReadIndexResponse> example, PeerResponse<ReadIndexResponse> response) {
      return response.message().term() == example.message().term()
          && response.message().success() == example.message().success()
          && Objects.equals(response.group(), example.group())
          && Objects.equals(response.from(), example.from());
    }

    @Override
    public void writeSlots(PeerResponse<ReadIndexResponse> response, SlotWriter out)
        throws TemplateMismatchException {
      ReadIndexResponse message = response.message();
      out.number(message.index());
      out.number(message.round());
      out.number(message.sequence());
    }

    @Override
    public PeerResponse<ReadIndexResponse> readSlots(
        PeerResponse<ReadIndexResponse> example, SlotReader in) throws TemplateMismatchException {
      ReadIndexResponse message =
          new ReadIndexResponse(
              example.message().term(),
              example.message().success(),
              in.number(NumberLimits.MAX_INDEX),
              in.number(NumberLimits.MAX_SEQUENCE),
              in.number(NumberLimits.MAX_SEQUENCE));
      return new PeerResponse<>(example.group(), example.from(), message);
    }
  }
}
