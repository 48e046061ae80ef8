package dev.flotilla.raftdpws.typed;

import static dev.flotilla.raftdpws.typed.TypedContract.element;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StateSeen;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes and reads the messages of FlotillaClientService.
 *
 * <p>Bytes travel as text where XML can carry them unchanged, and otherwise in base64 in the
 * element {@code data}.
 */
final class TypedCodec {
  private static final XmlField<String> UID = XmlField.token(element("uid"));
  private static final XmlField<String> NAME = XmlField.text(element("name"));
  private static final XmlField<Bytes> PARAMETERS = text("parameters");
  private static final XmlField<Bytes> DATA =
      XmlField.of(element("data"), in -> Bytes.wrap(in.base64()));
  private static final XmlField<Long> COMMANDS_VERSION = number("commandsVersion");
  private static final XmlField<String> OUTCOME = XmlField.token(element("outcome"));
  private static final XmlField<String> REFUSAL = XmlField.token(element("refusal"));
  private static final XmlField<String> DETAIL = XmlField.text(element("detail"));
  private static final XmlField<Bytes> RESULT = text("result");
  private static final XmlField<String> LEADER = XmlField.token(element("leader"));
  private static final XmlField<Bytes> TEXT = text("text");
  private static final XmlField<String> CONSISTENCY = XmlField.token(element("consistency"));
  private static final XmlField<Long> MAX_AGE = number("maxAgeMillis");
  private static final XmlField<Long> STATE_INDEX = number("stateIndex");
  private static final XmlField<Long> STATE_AGE = number("stateAgeMillis");
  private static final XmlField<String> GROUP = XmlField.token(element("group"));
  private static final XmlField<String> GROUP_ID = XmlField.token(element("groupId"));
  private static final XmlField<String> SERVER_ID = XmlField.token(element("serverId"));
  private static final XmlField<String> ROLE = XmlField.token(element("role"));
  private static final XmlField<Long> TERM = number("term");
  private static final XmlField<Long> COMMIT_INDEX = number("commitIndex");
  private static final XmlField<Long> APPLIED_INDEX = number("appliedIndex");
  private static final XmlField<String> WAITING_FOR = XmlField.text(element("waitingFor"));
  private static final XmlField<String> ADDRESS = XmlField.token(element("address"));
  private static final XmlField<String> MEMBERSHIP = XmlField.token(element("membership"));
  private static final XmlField<List<GroupStatus.MemberEntry>> MEMBERS =
      XmlField.list(element("member"), TypedCodec::readMember);

  private static final int MAX_SHOWN_CHARS = 100;

  private TypedCodec() {}

  static void writeSubmit(SubmitRequest request, XmlWriter out) {
    XmlElement root = element("SubmitRequest");
    out.open(root).optional(element("uid"), request.uid().orElse(null));
    out.element(element("name"), request.name());
    write(Optional.of(request.parameters()), "parameters", out);
    if (request.commandsVersion() > 1) {
      out.element(element("commandsVersion"), request.commandsVersion());
    }
    out.close(root);
  }

  static SubmitRequest readSubmit(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, UID, NAME, PARAMETERS, DATA, COMMANDS_VERSION);
    long version = read.find(COMMANDS_VERSION).orElse(1L);
    if (version < 1 || version > NumberLimits.MAX_VERSION) {
      throw in.fail(
          "commandsVersion is " + version + ", it must be from 1 to " + NumberLimits.MAX_VERSION);
    }
    return new SubmitRequest(
        read.find(UID).filter(uid -> !uid.isEmpty()),
        read.require(NAME),
        either(read, PARAMETERS).orElse(Bytes.EMPTY),
        (int) version);
  }

  static void writeSubmitResponse(SubmitResponse response, XmlWriter out) {
    XmlElement root = element("SubmitResponse");
    out.open(root).element(element("outcome"), response.outcome().name());
    out.element(element("uid"), response.uid());
    out.optional(element("refusal"), response.refusal().map(Refusal::name).orElse(null));
    out.optional(element("detail"), response.detail().map(XmlText::carriable).orElse(null));
    write(response.result(), "result", out);
    out.optional(element("leader"), response.leader().orElse(null)).close(root);
  }

  static SubmitResponse readSubmitResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, OUTCOME, UID, REFUSAL, DETAIL, RESULT, DATA, LEADER);
    return new SubmitResponse(
        SubmitResponse.Outcome.valueOf(read.require(OUTCOME)),
        read.require(UID),
        read.find(REFUSAL).map(Refusal::valueOf),
        read.find(DETAIL),
        either(read, RESULT),
        read.find(LEADER));
  }

  static void writeQuery(QueryRequest request, XmlWriter out) {
    XmlElement root = element("QueryRequest");
    out.open(root).optional(element("name"), request.name().orElse(null));
    write(Optional.of(request.question()), "text", out);
    if (request.consistency() != Consistency.LINEARIZABLE) {
      out.element(element("consistency"), request.consistency().name());
    }
    if (request.consistency() == Consistency.BOUNDED) {
      out.element(element("maxAgeMillis"), request.maxAgeMillis());
    }
    out.close(root);
  }

  static QueryRequest readQuery(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, NAME, TEXT, DATA, CONSISTENCY, MAX_AGE);
    Consistency consistency = consistency(in, read.find(CONSISTENCY));
    long maxAgeMillis =
        consistency == Consistency.BOUNDED ? read.require(MAX_AGE) : read.find(MAX_AGE).orElse(0L);
    Optional<Bytes> question = either(read, TEXT);
    if (question.isEmpty() && read.find(NAME).isEmpty()) {
      throw in.fail("a query needs text, data or a name");
    }
    return new QueryRequest(
        read.find(NAME), question.orElse(Bytes.EMPTY), consistency, maxAgeMillis);
  }

  private static Consistency consistency(XmlReader in, Optional<String> word) throws XmlException {
    if (word.isEmpty()) {
      return Consistency.LINEARIZABLE;
    }
    for (Consistency known : Consistency.values()) {
      if (known.name().equals(word.get())) {
        return known;
      }
    }
    throw in.fail(
        "consistency is "
            + XmlText.abbreviated(word.get(), MAX_SHOWN_CHARS)
            + ", it must be one of "
            + Arrays.toString(Consistency.values()));
  }

  static void writeQueryResponse(QueryResponse response, XmlWriter out) {
    XmlElement root = element("QueryResponse");
    out.open(root)
        .element(
            element("outcome"),
            (response.accepted() ? SubmitResponse.Outcome.DONE : SubmitResponse.Outcome.REJECTED)
                .name());
    write(response.result(), "result", out);
    response.state().ifPresent(state -> write(state, out));
    out.close(root);
  }

  private static void write(StateSeen state, XmlWriter out) {
    out.element(element("stateIndex"), state.index());
    if (state.ageMillis().isPresent()) {
      out.element(element("stateAgeMillis"), state.ageMillis().getAsLong());
    }
  }

  static QueryResponse readQueryResponse(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, OUTCOME, RESULT, DATA, STATE_INDEX, STATE_AGE);
    return new QueryResponse(
        read.require(OUTCOME).equals(SubmitResponse.Outcome.DONE.name()),
        either(read, RESULT),
        read.find(STATE_INDEX)
            .map(
                index ->
                    new StateSeen(
                        index,
                        read.find(STATE_AGE)
                            .map(OptionalLong::of)
                            .orElseGet(OptionalLong::empty))));
  }

  static void writeStatusRequest(TypedContract.StatusRequest request, XmlWriter out) {
    XmlElement root = element("StatusRequest");
    out.open(root).close(root);
  }

  static TypedContract.StatusRequest readStatusRequest(XmlReader in) throws XmlException {
    XmlFields.read(in);
    return TypedContract.StatusRequest.INSTANCE;
  }

  static void writeStatus(GroupStatus status, XmlWriter out) {
    XmlElement root = element("StatusResponse");
    out.open(root).element(element("group"), status.group());
    out.optional(element("groupId"), status.groupId().orElse(null));
    out.element(element("serverId"), status.member());
    out.element(element("role"), status.role().name());
    out.optional(element("leader"), status.leader().orElse(null));
    out.element(element("term"), status.term());
    out.element(element("commitIndex"), status.commitIndex());
    out.element(element("appliedIndex"), status.appliedIndex());
    out.optional(element("waitingFor"), status.waitingFor().map(XmlText::carriable).orElse(null));
    status.members().forEach(member -> write(member, out));
    out.close(root);
  }

  private static void write(GroupStatus.MemberEntry member, XmlWriter out) {
    XmlElement root = element("member");
    out.open(root).element(element("serverId"), member.id());
    out.optional(element("address"), member.address().orElse(null));
    out.element(element("membership"), member.membership().name()).close(root);
  }

  static GroupStatus readStatus(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            GROUP,
            GROUP_ID,
            SERVER_ID,
            ROLE,
            LEADER,
            TERM,
            COMMIT_INDEX,
            APPLIED_INDEX,
            WAITING_FOR,
            MEMBERS);
    return new GroupStatus(
        read.require(GROUP),
        read.find(GROUP_ID),
        read.require(SERVER_ID),
        ServerRole.valueOf(read.require(ROLE)),
        read.find(LEADER),
        read.require(TERM),
        read.require(COMMIT_INDEX),
        read.require(APPLIED_INDEX),
        read.find(WAITING_FOR),
        read.all(MEMBERS));
  }

  private static GroupStatus.MemberEntry readMember(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, SERVER_ID, ADDRESS, MEMBERSHIP);
    return new GroupStatus.MemberEntry(
        read.require(SERVER_ID),
        read.find(ADDRESS),
        MemberStatus.valueOf(read.require(MEMBERSHIP)));
  }

  private static XmlField<Bytes> text(String name) {
    return XmlField.of(element(name), in -> Bytes.wrap(in.utf8()));
  }

  /** {@code xs:unsignedLong}, as far as a number of ours goes. */
  private static XmlField<Long> number(String name) {
    XmlElement element = element(name);
    return XmlField.of(
        element,
        in -> {
          long number = in.longValue();
          if (number < 0) {
            throw in.fail(element + " is " + number + ", it must not be negative");
          }
          return number;
        });
  }

  private static void write(Optional<Bytes> content, String textName, XmlWriter out) {
    if (content.isPresent()) {
      byte[] bytes = content.get().toArray();
      if (XmlText.isCarriable(bytes)) {
        out.utf8(element(textName), bytes);
      } else {
        out.base64(element("data"), bytes);
      }
    }
  }

  /** What the two elements hold; some tools send an empty {@code data} beside the text. */
  private static Optional<Bytes> either(XmlFields read, XmlField<Bytes> text) throws XmlException {
    Optional<Bytes> data = read.find(DATA).filter(it -> it.size() > 0 || read.find(text).isEmpty());
    if (read.find(text).isPresent() && data.isPresent()) {
      throw read.fail(DATA, "excludes", text);
    }
    return read.find(text).or(() -> data);
  }
}
