package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StateSeen;
import java.util.Optional;
import java.util.OptionalLong;

/** Read by templates. A command found whose parameters are not text is written in full. */
final class ReadTemplates {
  static final TemplatedBody<ReadRequest> REQUEST =
      new TemplatedBody<>(
          ClientForms.READ_REQUEST.in(Fields.raft("ReadRequest"))::write,
          request -> 0,
          ReadTemplates::isRequestLike,
          ReadTemplates::requestExample,
          ReadTemplates::writeRequestSlots,
          ReadTemplates::readRequestSlots);

  static final TemplatedBody<ReadResponse> RESPONSE =
      new TemplatedBody<>(
          ClientForms.READ.in(Fields.raft("ReadResponse"))::write,
          ReadResponse::heldBytes,
          ReadTemplates::isResponseLike,
          ReadTemplates::responseExample,
          ReadTemplates::writeResponseSlots,
          ReadTemplates::readResponseSlots);

  private ReadTemplates() {}

  private static boolean isRequestLike(ReadRequest example, ReadRequest request) {
    return request.uid().isPresent() == example.uid().isPresent()
        && request.query().isPresent() == example.query().isPresent()
        && request.group().equals(example.group())
        && isLike(example.level(), request.level());
  }

  private static boolean isLike(Optional<ReadLevel> example, Optional<ReadLevel> level) {
    if (level.isEmpty() || example.isEmpty()) {
      return level.isEmpty() == example.isEmpty();
    }
    return level.get().consistency() == example.get().consistency()
        && level.get().maxAgeMillis() == example.get().maxAgeMillis();
  }

  private static ReadRequest requestExample(ReadRequest request) {
    return new ReadRequest(
        request.uid(),
        request.query().map(query -> Bytes.EMPTY),
        request.group(),
        request.level(),
        request.form());
  }

  private static void writeRequestSlots(ReadRequest request, SlotWriter out)
      throws TemplateMismatchException {
    if (request.uid().isPresent()) {
      out.text(request.uid().get());
    }
    if (request.query().isPresent()) {
      out.bytes(request.query().get().toArray());
    }
    if (request.level().isPresent()) {
      out.number(request.level().get().seenIndex());
    }
  }

  private static ReadRequest readRequestSlots(ReadRequest example, SlotReader in)
      throws TemplateMismatchException {
    Optional<String> uid = like(example.uid(), () -> in.token(Integer.MAX_VALUE));
    if (uid.isPresent() && uid.get().isEmpty()) {
      throw new TemplateMismatchException(); // As if it were not there.
    }
    Optional<Bytes> query = like(example.query(), () -> Bytes.wrap(in.bytes()));
    Optional<ReadLevel> level =
        like(example.level(), () -> seen(example.level().orElseThrow(), in));
    return new ReadRequest(uid, query, example.group(), level, example.form());
  }

  private static ReadLevel seen(ReadLevel example, SlotReader in) throws TemplateMismatchException {
    long seenIndex = in.number(NumberLimits.MAX_INDEX);
    return new ReadLevel(example.consistency(), example.maxAgeMillis(), seenIndex);
  }

  private static boolean isResponseLike(ReadResponse example, ReadResponse response) {
    return response.uid().isPresent() == example.uid().isPresent()
        && response.position().isPresent() == example.position().isPresent()
        && response.command().isPresent() == example.command().isPresent()
        && response.parameters().isPresent() == example.parameters().isPresent()
        && response.success() == example.success()
        && response.result().isPresent() == example.result().isPresent()
        && response.leaderAddress().equals(example.leaderAddress())
        && response
            .state()
            .map(state -> state.ageMillis().isPresent())
            .equals(example.state().map(state -> state.ageMillis().isPresent()));
  }

  private static ReadResponse responseExample(ReadResponse response) {
    return new ReadResponse(
        response.uid(),
        response.position(),
        response.command().map(command -> ""),
        response.parameters().map(parameters -> Bytes.EMPTY),
        response.success(),
        response.result().map(result -> Bytes.EMPTY),
        response.leaderAddress(),
        response.state());
  }

  private static void writeResponseSlots(ReadResponse response, SlotWriter out)
      throws TemplateMismatchException {
    if (response.uid().isPresent()) {
      out.text(response.uid().get());
    }
    if (response.position().isPresent()) {
      out.number(response.position().get().index());
      out.number(response.position().get().term());
    }
    if (response.command().isPresent()) {
      out.text(response.command().get());
    }
    if (response.parameters().isPresent()) {
      out.bytes(response.parameters().get().toArray());
    }
    if (response.result().isPresent()) {
      out.bytes(response.result().get().toArray());
    }
    if (response.state().isPresent()) {
      StateSeen state = response.state().get();
      out.number(state.index());
      if (state.ageMillis().isPresent()) {
        out.number(state.ageMillis().getAsLong());
      }
    }
  }

  private static ReadResponse readResponseSlots(ReadResponse example, SlotReader in)
      throws TemplateMismatchException {
    Optional<String> uid = like(example.uid(), () -> in.token(Integer.MAX_VALUE));
    Optional<LogPosition> position =
        like(
            example.position(),
            () ->
                new LogPosition(
                    in.number(NumberLimits.MAX_INDEX), in.number(NumberLimits.MAX_TERM)));
    Optional<String> command = like(example.command(), in::text);
    Optional<Bytes> parameters = like(example.parameters(), () -> Bytes.wrap(in.bytes()));
    Optional<Bytes> result = like(example.result(), () -> Bytes.wrap(in.bytes()));
    Optional<StateSeen> state =
        like(example.state(), () -> seen(example.state().orElseThrow(), in));
    return new ReadResponse(
        uid,
        position,
        command,
        parameters,
        example.success(),
        result,
        example.leaderAddress(),
        state);
  }

  private static StateSeen seen(StateSeen example, SlotReader in) throws TemplateMismatchException {
    long index = in.number(NumberLimits.MAX_INDEX);
    return new StateSeen(
        index,
        example.ageMillis().isPresent()
            ? OptionalLong.of(in.number(Long.MAX_VALUE))
            : OptionalLong.empty());
  }

  /** Reads what is in a slot. */
  private interface Slot<T> {
    T read() throws TemplateMismatchException;
  }

  /** What is there if the example has it. */
  private static <T> Optional<T> like(Optional<T> example, Slot<T> slot)
      throws TemplateMismatchException {
    return example.isPresent() ? Optional.of(slot.read()) : Optional.empty();
  }
}
