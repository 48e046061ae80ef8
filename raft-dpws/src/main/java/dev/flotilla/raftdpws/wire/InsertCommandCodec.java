package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.TemplatedBody;
import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.util.Optional;

/**
 * InsertCommand. Accepts the quirks of 2014: xsi:type anywhere, fields in any order. A client's
 * commands differ in what they say and in their numbers: that is in the slots of their templates.
 */
final class InsertCommandCodec {
  private static final XmlElement REQUEST_NAME = Fields.raft("InsertCommandRequest");
  private static final Child<Bytes> DATA = Fields.DATA.slot();
  private static final Form<Bytes> PARAMETERS = Fields.bytes(Fields.PARAMETERS, DATA);
  private static final Child<Integer> COMMANDS_VERSION = Fields.version("commandsVersion");

  static final Form<InsertCommandResponse> RESPONSE_FORM =
      Form.<InsertCommandResponse>of(
              InsertCommandResponse.class,
              Fields.RAFT_SUCCESS,
              Fields.maybeBytes(Fields.RESULT, Fields.RESULT_DATA.slot()),
              Fields.RAFT_LEADER_ADDRESS.optional())
          .placed(Fields.RESULT_DATA, 3);

  static final TemplatedBody<InsertCommandRequest> REQUEST =
      new TemplatedBody<>(
          InsertCommandCodec::writeRequest,
          request -> 0,
          InsertCommandCodec::isRequestLike,
          InsertCommandCodec::requestExample,
          InsertCommandCodec::writeRequestSlots,
          InsertCommandCodec::readRequestSlots);

  static final TemplatedBody<InsertCommandResponse> RESPONSE =
      new TemplatedBody<>(
          RESPONSE_FORM.in(Fields.raft("InsertCommandResponse"))::write,
          InsertCommandResponse::heldBytes,
          InsertCommandCodec::isResponseLike,
          InsertCommandCodec::responseExample,
          InsertCommandCodec::writeResponseSlots,
          InsertCommandCodec::readResponseSlots);

  private InsertCommandCodec() {}

  private static void writeRequest(InsertCommandRequest request, XmlWriter out) {
    Command command = request.command();
    out.open(REQUEST_NAME);
    Fields.UID.write(command.uid(), out);
    Fields.COMMAND.write(command.command(), out);
    PARAMETERS.write(command.parameters(), out);
    command.session().ifPresent(tag -> Fields.SESSION.write(tag, out));
    request.group().ifPresent(group -> Fields.GROUP.write(group, out));
    if (request.commandsVersion() > 1) {
      COMMANDS_VERSION.write(request.commandsVersion(), out);
    }
    out.close(REQUEST_NAME);
  }

  static InsertCommandRequest readRequest(XmlReader in) throws XmlException {
    ClientForm form = ClientForms.formOf(in);
    XmlFields read =
        XmlFields.read(
            in,
            Fields.UID.field,
            Fields.COMMAND.field,
            Fields.PARAMETERS.field,
            Fields.GROUP.field,
            DATA.field,
            Fields.SESSION.field,
            COMMANDS_VERSION.field);
    return new InsertCommandRequest(
        new Command(
            Fields.UID.read(read),
            Fields.COMMAND.read(read),
            PARAMETERS.read(read),
            read.find(Fields.SESSION.field)),
        read.find(Fields.GROUP.field),
        form,
        read.find(COMMANDS_VERSION.field).orElse(1));
  }

  private static boolean isRequestLike(InsertCommandRequest example, InsertCommandRequest request) {
    return request.command().session().isPresent() == example.command().session().isPresent()
        && request.group().equals(example.group())
        && request.commandsVersion() == example.commandsVersion();
  }

  private static InsertCommandRequest requestExample(InsertCommandRequest request) {
    Command command = request.command();
    return like(request, new Command(command.uid(), "", Bytes.EMPTY, command.session()));
  }

  private static InsertCommandRequest like(InsertCommandRequest example, Command command) {
    return new InsertCommandRequest(
        command, example.group(), example.form(), example.commandsVersion());
  }

  private static void writeRequestSlots(InsertCommandRequest request, SlotWriter out)
      throws TemplateMismatchException {
    Command command = request.command();
    out.text(command.uid());
    out.text(command.command());
    out.bytes(command.parameters().toArray());
    if (command.session().isPresent()) {
      EntryCodec.writeSession(command.session().get(), out);
    }
  }

  private static InsertCommandRequest readRequestSlots(InsertCommandRequest example, SlotReader in)
      throws TemplateMismatchException {
    String uid = in.token(ClientPayload.MAX_UID_CHARS);
    String command = in.text();
    Bytes parameters = Bytes.wrap(in.bytes());
    Optional<SessionTag> session =
        example.command().session().isPresent()
            ? Optional.of(EntryCodec.readSession(in))
            : Optional.empty();
    return like(example, new Command(uid, command, parameters, session));
  }

  private static boolean isResponseLike(
      InsertCommandResponse example, InsertCommandResponse response) {
    return response.success() == example.success()
        && response.result().isPresent() == example.result().isPresent()
        && response.leaderAddress().equals(example.leaderAddress());
  }

  private static InsertCommandResponse responseExample(InsertCommandResponse response) {
    return new InsertCommandResponse(
        response.success(), response.result().map(result -> Bytes.EMPTY), response.leaderAddress());
  }

  private static void writeResponseSlots(InsertCommandResponse response, SlotWriter out)
      throws TemplateMismatchException {
    if (response.result().isPresent()) {
      out.bytes(response.result().get().toArray());
    }
  }

  private static InsertCommandResponse readResponseSlots(
      InsertCommandResponse example, SlotReader in) throws TemplateMismatchException {
    return new InsertCommandResponse(
        example.success(),
        example.result().isPresent() ? Optional.of(Bytes.wrap(in.bytes())) : Optional.empty(),
        example.leaderAddress());
  }
}
