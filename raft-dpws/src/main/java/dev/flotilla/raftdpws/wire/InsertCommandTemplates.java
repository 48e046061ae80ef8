package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import java.util.Optional;

/** InsertCommand by templates. A client's commands differ in what they say and in their numbers. */
final class InsertCommandTemplates {
  static final TemplatedBody<InsertCommandRequest> REQUEST = new Request();
  static final TemplatedBody<InsertCommandResponse> RESPONSE = new Response();

  private InsertCommandTemplates() {}

  static void writeSession(SessionTag tag, SlotWriter out) throws TemplateMismatchException {
    out.number(tag.session());
    out.number(tag.sequence());
    out.number(tag.lowestUnanswered());
  }

  static SessionTag readSession(SlotReader in) throws TemplateMismatchException {
    return new SessionTag(
        in.number(NumberLimits.MAX_SEQUENCE),
        in.number(NumberLimits.MAX_SEQUENCE),
        in.number(NumberLimits.MAX_SEQUENCE));
  }

  private static final class Request implements TemplatedBody<InsertCommandRequest> {
    @Override
    public void write(InsertCommandRequest request, XmlWriter out) {
      InsertCommandCodec.writeRequest(request, out);
    }

    @Override
    public boolean isLike(InsertCommandRequest example, InsertCommandRequest request) {
      return request.command().session().isPresent() == example.command().session().isPresent()
          && request.group().equals(example.group())
          && request.commandsVersion() == example.commandsVersion();
    }

    @Override
    public InsertCommandRequest example(InsertCommandRequest request) {
      Command command = request.command();
      return new InsertCommandRequest(
          new Command(command.uid(), "", Bytes.EMPTY, command.session()),
          request.group(),
          request.form(),
          request.commandsVersion());
    }

    @Override
    public void writeSlots(InsertCommandRequest request, SlotWriter out)
        throws TemplateMismatchException {
      Command command = request.command();
      out.text(command.uid());
      out.text(command.command());
      out.bytes(command.parameters().toArray());
      if (command.session().isPresent()) {
        writeSession(command.session().get(), out);
      }
    }

    @Override
    public InsertCommandRequest readSlots(InsertCommandRequest example, SlotReader in)
        throws TemplateMismatchException {
      String uid = in.token(ClientPayload.MAX_UID_CHARS);
      String command = in.text();
      Bytes parameters = Bytes.wrap(in.bytes());
      Optional<SessionTag> session =
          example.command().session().isPresent() ? Optional.of(readSession(in)) : Optional.empty();
      return new InsertCommandRequest(
          new Command(uid, command, parameters, session),
          example.group(),
          example.form(),
          example.commandsVersion());
    }
  }

  private static final class Response implements TemplatedBody<InsertCommandResponse> {
    @Override
    public void write(InsertCommandResponse response, XmlWriter out) {
      InsertCommandCodec.writeResponse(response, out);
    }

    @Override
    public long heldBytes(InsertCommandResponse response) {
      return response.heldBytes();
    }

    @Override
    public boolean isLike(InsertCommandResponse example, InsertCommandResponse response) {
      return response.success() == example.success()
          && response.result().isPresent() == example.result().isPresent()
          && response.leaderAddress().equals(example.leaderAddress());
    }

    @Override
    public InsertCommandResponse example(InsertCommandResponse response) {
      return new InsertCommandResponse(
          response.success(),
          response.result().map(result -> Bytes.EMPTY),
          response.leaderAddress());
    }

    @Override
    public void writeSlots(InsertCommandResponse response, SlotWriter out)
        throws TemplateMismatchException {
      if (response.result().isPresent()) {
        out.bytes(response.result().get().toArray());
      }
    }

    @Override
    public InsertCommandResponse readSlots(InsertCommandResponse example, SlotReader in)
        throws TemplateMismatchException {
      return new InsertCommandResponse(
          example.success(),
          example.result().isPresent() ? Optional.of(Bytes.wrap(in.bytes())) : Optional.empty(),
          example.leaderAddress());
    }
  }
}
