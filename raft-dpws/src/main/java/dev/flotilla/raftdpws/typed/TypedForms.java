package dev.flotilla.raftdpws.typed;

import static dev.flotilla.raftdpws.typed.TypedContract.element;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StateSeen;
import dev.flotilla.raftdpws.wire.Form;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.util.Arrays;
import java.util.Optional;

/**
 * The messages of FlotillaClientService.
 *
 * <p>Bytes travel as text where XML can carry them unchanged, and otherwise in base64 in the
 * element {@code data}.
 */
final class TypedForms {
  private static final int MAX_SHOWN_CHARS = 100;

  private static final Form<Optional<String>> NAME = Form.text(element("name")).optional();
  private static final Child<Bytes> DATA =
      Form.base64(element("data")).onlyIf(it -> !XmlText.isCarriable(it.toArray()));
  private static final Form<Optional<Bytes>> TEXT = bytes("text");
  private static final Form<Optional<Bytes>> RESULT = bytes("result");
  private static final Child<String> SERVER_ID = Form.token(element("serverId"));
  private static final Form<Optional<String>> LEADER = Form.token(element("leader")).optional();

  static final Form<SubmitRequest> SUBMIT =
      Form.of(
          SubmitRequest.class,
          Form.token(element("uid"))
              .optional()
              .as(uid -> uid.filter(it -> !it.isEmpty()), uid -> uid),
          Form.text(element("name")),
          bytes("parameters").as(it -> it.orElse(Bytes.EMPTY), Optional::of),
          number("commandsVersion").as(TypedForms::version, Integer::longValue).orElse(1));

  static final Form<SubmitResponse> SUBMITTED =
      Form.of(
          SubmitResponse.class,
          Form.token(element("outcome"))
              .as(SubmitResponse.Outcome::valueOf, SubmitResponse.Outcome::name),
          Form.token(element("uid")),
          Form.token(element("refusal")).as(Refusal::valueOf, Refusal::name).optional(),
          carriable("detail"),
          RESULT,
          LEADER);

  private static final Form<Optional<String>> CONSISTENCY =
      Form.token(element("consistency")).optional();
  private static final Form<Optional<Long>> MAX_AGE = number("maxAgeMillis").optional();

  static final Form<QueryRequest> QUERY =
      Form.join(
          TypedForms::query,
          NAME.shareOf(QueryRequest::name),
          TEXT.shareOf(query -> Optional.of(query.question())),
          CONSISTENCY.shareOf(
              query ->
                  Optional.of(query.consistency())
                      .filter(it -> it != Consistency.LINEARIZABLE)
                      .map(Consistency::name)),
          MAX_AGE.shareOf(
              query ->
                  Optional.of(query.maxAgeMillis())
                      .filter(it -> query.consistency() == Consistency.BOUNDED)));

  static final Form<QueryResponse> QUERIED =
      Form.of(
          QueryResponse.class,
          Form.token(element("outcome"))
              .as(
                  SubmitResponse.Outcome.DONE.name()::equals,
                  accepted ->
                      (accepted ? SubmitResponse.Outcome.DONE : SubmitResponse.Outcome.REJECTED)
                          .name()),
          RESULT,
          Form.of(StateSeen.class, number("stateIndex"), Form.maybe(number("stateAgeMillis")))
              .optional());

  static final Form<GroupStatus> STATUS =
      Form.of(
          GroupStatus.class,
          Form.token(element("group")),
          Form.token(element("groupId")).optional(),
          SERVER_ID,
          Form.token(element("role")).as(ServerRole::valueOf, ServerRole::name),
          LEADER,
          number("term"),
          number("commitIndex"),
          number("appliedIndex"),
          carriable("waitingFor"),
          Form.of(
                  GroupStatus.MemberEntry.class,
                  SERVER_ID,
                  Form.token(element("address")).optional(),
                  Form.token(element("membership")).as(MemberStatus::valueOf, MemberStatus::name))
              .in(element("member"))
              .list());

  private TypedForms() {}

  /** Words for people, of which XML carries what it can. */
  private static Form<Optional<String>> carriable(String name) {
    return Form.text(element(name)).<String>as(it -> it, XmlText::carriable).optional();
  }

  /** {@code xs:unsignedLong}, as far as a number of ours goes. */
  private static Child<Long> number(String name) {
    return Form.number(
        element(name),
        in -> {
          long number = in.longValue();
          if (number < 0) {
            throw in.fail(element(name) + " is " + number + ", it must not be negative");
          }
          return number;
        });
  }

  private static Integer version(long number) {
    if (number < 1 || number > NumberLimits.MAX_VERSION) {
      throw new IllegalArgumentException(
          "commandsVersion is " + number + ", it must be from 1 to " + NumberLimits.MAX_VERSION);
    }
    return (int) number;
  }

  private static Form<Optional<Bytes>> bytes(String name) {
    Child<Bytes> text =
        new Child<Bytes>(
                element(name),
                in -> Bytes.wrap(in.utf8()),
                (value, out) -> out.utf8(element(name), value.toArray()))
            .onlyIf(it -> XmlText.isCarriable(it.toArray()));
    return Form.join(children -> either(children, text), text.optional(), DATA.optional());
  }

  /** What the two elements hold; some tools send an empty {@code data} beside the text. */
  private static Optional<Bytes> either(XmlFields read, Child<Bytes> text) throws XmlException {
    Optional<Bytes> data =
        read.find(DATA.field()).filter(it -> it.size() > 0 || read.find(text.field()).isEmpty());
    if (read.find(text.field()).isPresent() && data.isPresent()) {
      throw read.fail(DATA.field(), "excludes", text.field());
    }
    return read.find(text.field()).or(() -> data);
  }

  private static QueryRequest query(XmlFields read) throws XmlException {
    Consistency consistency =
        CONSISTENCY.read(read).map(TypedForms::consistency).orElse(Consistency.LINEARIZABLE);
    Optional<Long> maxAge = MAX_AGE.read(read);
    if (consistency == Consistency.BOUNDED && maxAge.isEmpty()) {
      throw new IllegalArgumentException("element " + element("maxAgeMillis") + " is missing");
    }
    Optional<Bytes> question = TEXT.read(read);
    if (question.isEmpty() && NAME.read(read).isEmpty()) {
      throw new IllegalArgumentException("a query needs text, data or a name");
    }
    return new QueryRequest(
        NAME.read(read), question.orElse(Bytes.EMPTY), consistency, maxAge.orElse(0L));
  }

  private static Consistency consistency(String word) {
    return Arrays.stream(Consistency.values())
        .filter(known -> known.name().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "consistency is "
                        + XmlText.abbreviated(word, MAX_SHOWN_CHARS)
                        + ", it must be one of "
                        + Arrays.toString(Consistency.values())));
  }
}
