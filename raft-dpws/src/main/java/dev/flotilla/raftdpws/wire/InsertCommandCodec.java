package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.wire.Form.Child;

/** InsertCommand. Accepts the quirks of 2014: xsi:type anywhere, fields in any order. */
final class InsertCommandCodec {
  private static final XmlElement REQUEST = Fields.raft("InsertCommandRequest");
  private static final Child<Bytes> DATA = Fields.DATA.slot();
  private static final Form<Bytes> PARAMETERS = Fields.bytes(Fields.PARAMETERS, DATA);
  private static final Child<Integer> COMMANDS_VERSION = Fields.version("commandsVersion");

  static final Form<InsertCommandResponse> RESPONSE =
      Form.<InsertCommandResponse>of(
              InsertCommandResponse.class,
              Fields.RAFT_SUCCESS,
              Fields.maybeBytes(Fields.RESULT, Fields.RESULT_DATA.slot()),
              Fields.RAFT_LEADER_ADDRESS.optional())
          .placed(Fields.RESULT_DATA, 3);

  private static final Child<InsertCommandResponse> RESPONSE_XML =
      RESPONSE.in(Fields.raft("InsertCommandResponse"));

  private InsertCommandCodec() {}

  static void writeRequest(InsertCommandRequest request, XmlWriter out) {
    Command command = request.command();
    out.open(REQUEST);
    Fields.UID.write(command.uid(), out);
    Fields.COMMAND.write(command.command(), out);
    PARAMETERS.write(command.parameters(), out);
    command.session().ifPresent(tag -> Fields.SESSION.write(tag, out));
    request.group().ifPresent(group -> Fields.GROUP.write(group, out));
    if (request.commandsVersion() > 1) {
      COMMANDS_VERSION.write(request.commandsVersion(), out);
    }
    out.close(REQUEST);
  }

  static void writeResponse(InsertCommandResponse response, XmlWriter out) {
    RESPONSE_XML.write(response, out);
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
}
