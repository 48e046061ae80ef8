package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlWriter;
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
  static final TemplatedBody<ReadRequest> REQUEST = new Request();
  static final TemplatedBody<ReadResponse> RESPONSE = new Response();

  private ReadTemplates() {}

  private static final class Request implements TemplatedBody<ReadRequest> {
    @Override
    public void write(ReadRequest request, XmlWriter out) {
      ReadCodec.writeRequest(request, out);
    }

    @Override
    public boolean isLike(ReadRequest example, ReadRequest request) {
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

    @Override
    public ReadRequest example(ReadRequest request) {
      return new ReadRequest(
          request.uid(),
          request.query().map(query -> Bytes.EMPTY),
          request.group(),
          request.level(),
          request.form());
    }

    @Override
    public void writeSlots(ReadRequest request, SlotWriter out) throws TemplateMismatchException {
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

    @Override
    public ReadRequest readSlots(ReadRequest example, SlotReader in)
        throws TemplateMismatchException {
      Optional<String> uid =
          example.uid().isPresent() ? Optional.of(in.token(Integer.MAX_VALUE)) : Optional.empty();
      if (uid.isPresent() && uid.get().isEmpty()) {
        throw new TemplateMismatchException(); // As if it were not there.
      }
      Optional<Bytes> query =
          example.query().isPresent() ? Optional.of(Bytes.wrap(in.bytes())) : Optional.empty();
      Optional<ReadLevel> level = Optional.empty();
      if (example.level().isPresent()) {
        ReadLevel was = example.level().get();
        long seenIndex = in.number(NumberLimits.MAX_INDEX);
        level = Optional.of(new ReadLevel(was.consistency(), was.maxAgeMillis(), seenIndex));
      }
      return new ReadRequest(uid, query, example.group(), level, example.form());
    }
  }

  private static final class Response implements TemplatedBody<ReadResponse> {
    @Override
    public void write(ReadResponse response, XmlWriter out) {
      ReadCodec.writeResponse(response, out);
    }

    @Override
    public long heldBytes(ReadResponse response) {
      return response.heldBytes();
    }

    @Override
    public boolean isLike(ReadResponse example, ReadResponse response) {
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

    @Override
    public ReadResponse example(ReadResponse response) {
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

    @Override
    public void writeSlots(ReadResponse response, SlotWriter out) throws TemplateMismatchException {
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

    @Override
    public ReadResponse readSlots(ReadResponse example, SlotReader in)
        throws TemplateMismatchException {
      Optional<String> uid =
          example.uid().isPresent() ? Optional.of(in.token(Integer.MAX_VALUE)) : Optional.empty();
      Optional<LogPosition> position =
          example.position().isPresent()
              ? Optional.of(
                  new LogPosition(
                      in.number(NumberLimits.MAX_INDEX), in.number(NumberLimits.MAX_TERM)))
              : Optional.empty();
      Optional<String> command =
          example.command().isPresent() ? Optional.of(in.text()) : Optional.empty();
      Optional<Bytes> parameters = bytes(example.parameters(), in);
      Optional<Bytes> result = bytes(example.result(), in);
      Optional<StateSeen> state = Optional.empty();
      if (example.state().isPresent()) {
        long index = in.number(NumberLimits.MAX_INDEX);
        OptionalLong age =
            example.state().get().ageMillis().isPresent()
                ? OptionalLong.of(in.number(Long.MAX_VALUE))
                : OptionalLong.empty();
        state = Optional.of(new StateSeen(index, age));
      }
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

    private static Optional<Bytes> bytes(Optional<Bytes> example, SlotReader in)
        throws TemplateMismatchException {
      return example.isPresent() ? Optional.of(Bytes.wrap(in.bytes())) : Optional.empty();
    }
  }
}
