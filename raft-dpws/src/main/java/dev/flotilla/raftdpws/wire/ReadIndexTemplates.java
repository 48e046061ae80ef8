package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** ReadIndex by templates. */
final class ReadIndexTemplates {
  static final TemplatedBody<PeerRequest<ReadIndex>> REQUEST =
      new TemplatedBody<>(
          PeerForms.READ_INDEX_REQUEST.in(Fields.flotilla("ReadIndexRequest"))::write,
          message -> 0,
          ReadIndexTemplates::isRequestLike,
          UnaryOperator.identity(),
          ReadIndexTemplates::writeRequestSlots,
          ReadIndexTemplates::readRequestSlots);

  static final TemplatedBody<PeerResponse<ReadIndexResponse>> RESPONSE =
      new TemplatedBody<>(
          PeerForms.READ_INDEX.in(Fields.flotilla("ReadIndexResponse"))::write,
          message -> 0,
          ReadIndexTemplates::isResponseLike,
          UnaryOperator.identity(),
          ReadIndexTemplates::writeResponseSlots,
          ReadIndexTemplates::readResponseSlots);

  private ReadIndexTemplates() {}

  private static boolean isRequestLike(
      PeerRequest<ReadIndex> example, PeerRequest<ReadIndex> request) {
    return request.message().term() == example.message().term()
        && Objects.equals(request.header(), example.header())
        && request.senderAddress().equals(example.senderAddress());
  }

  private static void writeRequestSlots(PeerRequest<ReadIndex> request, SlotWriter out)
      throws TemplateMismatchException {
    out.number(request.message().round());
    out.number(request.message().sequence());
  }

  private static PeerRequest<ReadIndex> readRequestSlots(
      PeerRequest<ReadIndex> example, SlotReader in) throws TemplateMismatchException {
    ReadIndex message =
        new ReadIndex(
            example.message().term(),
            in.number(NumberLimits.MAX_SEQUENCE),
            in.number(NumberLimits.MAX_SEQUENCE));
    return new PeerRequest<>(example.header(), example.senderAddress(), message);
  }

  private static boolean isResponseLike(
      PeerResponse<ReadIndexResponse> example, PeerResponse<ReadIndexResponse> response) {
    return response.message().term() == example.message().term()
        && response.message().success() == example.message().success()
        && Objects.equals(response.group(), example.group())
        && Objects.equals(response.from(), example.from());
  }

  private static void writeResponseSlots(PeerResponse<ReadIndexResponse> response, SlotWriter out)
      throws TemplateMismatchException {
    ReadIndexResponse message = response.message();
    out.number(message.index());
    out.number(message.round());
    out.number(message.sequence());
  }

  private static PeerResponse<ReadIndexResponse> readResponseSlots(
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
