package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.Bytes;
import dev.flotilla.raft.GroupId;
import dev.flotilla.raft.LogPosition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Read, for a command by its uid, for the last one, and for questions to the state machine. */
final class ReadCodec {
  private ReadCodec() {}

  static void writeRequest(ReadRequest request, XmlWriter out) {
    out.open(Elements.READ_REQUEST);
    out.optional(Elements.UID, request.uid().orElse(null));
    if (request.query().isPresent()) {
      byte[] query = request.query().get().toArray();
      if (BytesCodec.writeText(out, Elements.QUERY, query)) {
        out.base64(Elements.DATA, query);
      }
    }
    request.group().ifPresent(group -> out.element(Elements.GROUP, group.value()));
    out.close(Elements.READ_REQUEST);
  }

  static ReadRequest readRequest(XmlReader in) throws XmlException {
    String uid = null;
    Bytes query = null;
    Bytes data = null;
    String group = null;
    while (in.nextChild()) {
      if (in.is(Elements.UID)) {
        uid = in.trimmedText();
      } else if (in.is(Elements.QUERY)) {
        query = BytesCodec.readText(in);
      } else if (in.is(Elements.DATA)) {
        data = BytesCodec.readData(in);
      } else if (in.is(Elements.GROUP)) {
        group = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new ReadRequest(
        Optional.ofNullable(uid).filter(text -> !text.isEmpty()),
        Optional.ofNullable(BytesCodec.merge(query, data)),
        Optional.ofNullable(group).map(GroupId::new));
  }

  static void writeResponse(ReadResponse response, XmlWriter out) {
    out.open(Elements.READ_RESPONSE);
    out.optional(Elements.UID, response.uid().orElse(null));
    response
        .position()
        .ifPresent(
            position ->
                out.element(Elements.INDEX, position.index())
                    .element(Elements.TERM, position.term()));
    out.optional(Elements.COMMAND, response.command().orElse(null));
    byte @Nullable [] parameters = response.parameters().map(Bytes::toArray).orElse(null);
    boolean binaryParameters =
        parameters != null && BytesCodec.writeText(out, Elements.PARAMETERS, parameters);
    out.element(Elements.SUCCESS, response.success());
    byte @Nullable [] result = response.result().map(Bytes::toArray).orElse(null);
    boolean binaryResult = result != null && BytesCodec.writeText(out, Elements.RESULT, result);
    out.optional(Elements.LEADER_ADDRESS, response.leaderAddress().orElse(null));
    if (parameters != null && binaryParameters) {
      out.base64(Elements.DATA, parameters);
    }
    if (result != null && binaryResult) {
      out.base64(Elements.RESULT_DATA, result);
    }
    out.close(Elements.READ_RESPONSE);
  }

  static ReadResponse readResponse(XmlReader in) throws XmlException {
    ResponseFields fields = new ResponseFields();
    while (in.nextChild()) {
      fields.take(in);
    }
    return fields.response(in);
  }

  /** The fields of a response as they come, in any order. */
  private static final class ResponseFields {
    private @Nullable String uid;
    private @Nullable Long index;
    private @Nullable Long term;
    private @Nullable String command;
    private @Nullable Bytes parameters;
    private @Nullable Boolean success;
    private @Nullable Bytes result;
    private @Nullable String leaderAddress;
    private @Nullable Bytes parametersData;
    private @Nullable Bytes resultData;

    void take(XmlReader in) throws XmlException {
      if (in.is(Elements.UID)) {
        uid = in.trimmedText();
      } else if (in.is(Elements.INDEX)) {
        index = in.longValue();
      } else if (in.is(Elements.TERM)) {
        term = in.longValue();
      } else if (in.is(Elements.COMMAND)) {
        command = in.text();
      } else if (in.is(Elements.PARAMETERS)) {
        parameters = BytesCodec.readText(in);
      } else if (in.is(Elements.SUCCESS)) {
        success = in.booleanValue();
      } else if (in.is(Elements.RESULT)) {
        result = BytesCodec.readText(in);
      } else if (in.is(Elements.LEADER_ADDRESS)) {
        leaderAddress = in.trimmedText();
      } else if (in.is(Elements.DATA)) {
        parametersData = BytesCodec.readData(in);
      } else if (in.is(Elements.RESULT_DATA)) {
        resultData = BytesCodec.readData(in);
      } else {
        in.skip();
      }
    }

    ReadResponse response(XmlReader in) throws XmlException {
      return new ReadResponse(
          Optional.ofNullable(uid),
          index == null || term == null
              ? Optional.empty()
              : Optional.of(new LogPosition(index, term)),
          Optional.ofNullable(command),
          Optional.ofNullable(BytesCodec.merge(parameters, parametersData)),
          in.require(success, Elements.SUCCESS),
          Optional.ofNullable(BytesCodec.merge(result, resultData)),
          Optional.ofNullable(leaderAddress));
    }
  }
}
