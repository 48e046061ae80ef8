package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.SessionTag;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** InsertCommand. Accepts the quirks of 2014: xsi:type anywhere, fields in any order. */
final class InsertCommandCodec {
  private InsertCommandCodec() {}

  static void writeRequest(InsertCommandRequest request, XmlWriter out) {
    Command command = request.command();
    byte[] parameters = command.parameters().toArray();
    out.open(Elements.INSERT_COMMAND_REQUEST);
    out.element(Elements.UID, command.uid());
    out.element(Elements.COMMAND, command.command());
    if (BytesCodec.writeText(out, Elements.PARAMETERS, parameters)) {
      out.base64(Elements.DATA, parameters);
    }
    command.session().ifPresent(tag -> SessionCodec.writeTag(tag, out));
    request.group().ifPresent(group -> out.element(Elements.GROUP, group.value()));
    out.close(Elements.INSERT_COMMAND_REQUEST);
  }

  static InsertCommandRequest readRequest(XmlReader in) throws XmlException {
    String uid = null;
    String command = null;
    Bytes parameters = null;
    Bytes data = null;
    String group = null;
    SessionTag session = null;
    while (in.nextChild()) {
      if (in.is(Elements.UID)) {
        uid = in.trimmedText();
      } else if (in.is(Elements.COMMAND)) {
        command = in.text();
      } else if (in.is(Elements.PARAMETERS)) {
        parameters = BytesCodec.readText(in);
      } else if (in.is(Elements.GROUP)) {
        group = in.trimmedText();
      } else if (in.is(Elements.DATA)) {
        data = BytesCodec.readData(in);
      } else if (in.is(Elements.SESSION)) {
        session = SessionCodec.readTag(in);
      } else {
        in.skip();
      }
    }
    Bytes content = BytesCodec.merge(parameters, data);
    return new InsertCommandRequest(
        new Command(
            in.require(uid, Elements.UID),
            in.require(command, Elements.COMMAND),
            in.require(content, Elements.PARAMETERS),
            Optional.ofNullable(session)),
        Optional.ofNullable(group).map(GroupId::new));
  }

  static void writeResponse(InsertCommandResponse response, XmlWriter out) {
    out.open(Elements.INSERT_COMMAND_RESPONSE);
    out.element(Elements.SUCCESS, response.success());
    byte @Nullable [] result = response.result().map(Bytes::toArray).orElse(null);
    boolean binary = result != null && BytesCodec.writeText(out, Elements.RESULT, result);
    out.optional(Elements.LEADER_ADDRESS, response.leaderAddress().orElse(null));
    if (result != null && binary) {
      out.base64(Elements.RESULT_DATA, result);
    }
    out.close(Elements.INSERT_COMMAND_RESPONSE);
  }

  static InsertCommandResponse readResponse(XmlReader in) throws XmlException {
    Boolean success = null;
    Bytes result = null;
    Bytes data = null;
    String leaderAddress = null;
    while (in.nextChild()) {
      if (in.is(Elements.SUCCESS)) {
        success = in.booleanValue();
      } else if (in.is(Elements.RESULT)) {
        result = BytesCodec.readText(in);
      } else if (in.is(Elements.LEADER_ADDRESS)) {
        leaderAddress = in.trimmedText();
      } else if (in.is(Elements.RESULT_DATA)) {
        data = BytesCodec.readData(in);
      } else {
        in.skip();
      }
    }
    return new InsertCommandResponse(
        in.require(success, Elements.SUCCESS),
        Optional.ofNullable(BytesCodec.merge(result, data)),
        Optional.ofNullable(leaderAddress));
  }
}
