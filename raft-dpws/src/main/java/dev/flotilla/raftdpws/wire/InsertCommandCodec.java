package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** InsertCommand. Accepts the quirks of 2014: xsi:type anywhere, fields in any order. */
final class InsertCommandCodec {

  private static final XmlField<Integer> COMMANDS_VERSION =
      NumberFields.version(Elements.COMMANDS_VERSION);

  private InsertCommandCodec() {}

  static void writeRequest(InsertCommandRequest request, XmlWriter out) {
    Command command = request.command();
    byte[] parameters = command.parameters().toArray();
    out.open(Elements.INSERT_COMMAND_REQUEST);
    out.slot().element(Elements.UID, command.uid());
    out.slot().element(Elements.COMMAND, command.command());
    if (BytesCodec.writeText(out, Elements.PARAMETERS, parameters)) {
      out.slot().base64(Elements.DATA, parameters);
    }
    command.session().ifPresent(tag -> SessionCodec.writeTag(tag, out));
    request.group().ifPresent(group -> out.element(Elements.GROUP, group.value()));
    if (request.commandsVersion() > 1) {
      out.element(Elements.COMMANDS_VERSION, request.commandsVersion());
    }
    out.close(Elements.INSERT_COMMAND_REQUEST);
  }

  static InsertCommandRequest readRequest(XmlReader in) throws XmlException {
    ClientForm form = formOf(in);
    XmlFields read =
        XmlFields.read(
            in,
            Fields.UID,
            Fields.COMMAND,
            Fields.PARAMETERS,
            PeerCodec.GROUP,
            Fields.DATA,
            Fields.SESSION,
            COMMANDS_VERSION);
    return new InsertCommandRequest(
        new Command(
            read.require(Fields.UID),
            read.require(Fields.COMMAND),
            BytesCodec.require(read, Fields.PARAMETERS, Fields.DATA),
            read.find(Fields.SESSION)),
        read.find(PeerCodec.GROUP).map(GroupId::new),
        form,
        read.find(COMMANDS_VERSION).orElse(1));
  }

  /** How a request is written, on whose root the reader stands. */
  static ClientForm formOf(XmlReader in) {
    String type = in.attribute(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type");
    return type == null ? ClientForm.LATER : ClientForm.OF_2014;
  }

  static void writeResponse(InsertCommandResponse response, XmlWriter out) {
    out.open(Elements.INSERT_COMMAND_RESPONSE);
    out.element(Elements.SUCCESS, response.success());
    byte @Nullable [] result = response.result().map(Bytes::toArray).orElse(null);
    boolean binary = result != null && BytesCodec.writeText(out, Elements.RESULT, result);
    out.optional(Elements.LEADER_ADDRESS, response.leaderAddress().orElse(null));
    if (result != null && binary) {
      out.slot().base64(Elements.RESULT_DATA, result);
    }
    out.close(Elements.INSERT_COMMAND_RESPONSE);
  }

  static InsertCommandResponse readResponse(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in, Fields.SUCCESS, Fields.RESULT, Fields.LEADER_ADDRESS, Fields.RESULT_DATA);
    return new InsertCommandResponse(
        read.require(Fields.SUCCESS),
        BytesCodec.either(read, Fields.RESULT, Fields.RESULT_DATA),
        read.find(Fields.LEADER_ADDRESS));
  }
}
