package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import org.jspecify.annotations.Nullable;

/** Read, for a command by its uid, for the last one, and for questions to the state machine. */
final class ReadCodec {
  private static final XmlField<Bytes> QUERY = BytesCodec.text(Elements.QUERY);

  private ReadCodec() {}

  static void writeRequest(ReadRequest request, XmlWriter out) {
    out.open(Elements.READ_REQUEST);
    out.slot().optional(Elements.UID, request.uid().orElse(null));
    if (request.query().isPresent()) {
      byte[] query = request.query().get().toArray();
      if (BytesCodec.writeText(out, Elements.QUERY, query)) {
        out.slot().base64(Elements.DATA, query);
      }
    }
    request.group().ifPresent(group -> out.element(Elements.GROUP, group.value()));
    request.level().ifPresent(level -> FreshnessCodec.write(level, out));
    out.close(Elements.READ_REQUEST);
  }

  static ReadRequest readRequest(XmlReader in) throws XmlException {
    ClientForm form = InsertCommandCodec.formOf(in);
    XmlFields read =
        XmlFields.read(
            in,
            Fields.UID,
            QUERY,
            Fields.DATA,
            PeerCodec.GROUP,
            FreshnessCodec.CONSISTENCY,
            FreshnessCodec.MAX_AGE,
            FreshnessCodec.SEEN_INDEX);
    return new ReadRequest(
        read.find(Fields.UID).filter(text -> !text.isEmpty()),
        BytesCodec.either(read, QUERY, Fields.DATA),
        read.find(PeerCodec.GROUP).map(GroupId::new),
        FreshnessCodec.readLevel(read),
        form);
  }

  static void writeResponse(ReadResponse response, XmlWriter out) {
    out.open(Elements.READ_RESPONSE);
    out.slot().optional(Elements.UID, response.uid().orElse(null));
    response
        .position()
        .ifPresent(
            position ->
                out.slot()
                    .element(Elements.INDEX, position.index())
                    .slot()
                    .element(Elements.TERM, position.term()));
    out.slot().optional(Elements.COMMAND, response.command().orElse(null));
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
      out.slot().base64(Elements.RESULT_DATA, result);
    }
    response.state().ifPresent(state -> FreshnessCodec.write(state, out));
    out.close(Elements.READ_RESPONSE);
  }

  static ReadResponse readResponse(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            Fields.UID,
            Fields.INDEX,
            Fields.TERM,
            Fields.COMMAND,
            Fields.PARAMETERS,
            Fields.SUCCESS,
            Fields.RESULT,
            Fields.LEADER_ADDRESS,
            Fields.DATA,
            Fields.RESULT_DATA,
            FreshnessCodec.STATE_INDEX,
            FreshnessCodec.STATE_AGE);
    return new ReadResponse(
        read.find(Fields.UID),
        read.find(Fields.INDEX)
            .flatMap(index -> read.find(Fields.TERM).map(term -> new LogPosition(index, term))),
        read.find(Fields.COMMAND),
        BytesCodec.either(read, Fields.PARAMETERS, Fields.DATA),
        read.require(Fields.SUCCESS),
        BytesCodec.either(read, Fields.RESULT, Fields.RESULT_DATA),
        read.find(Fields.LEADER_ADDRESS),
        FreshnessCodec.readState(read));
  }
}
