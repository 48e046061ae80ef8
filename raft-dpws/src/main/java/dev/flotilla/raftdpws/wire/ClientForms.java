package dev.flotilla.raftdpws.wire;

import static dev.flotilla.raftdpws.wire.Fields.GROUP;
import static dev.flotilla.raftdpws.wire.Fields.LEADER_ADDRESS;
import static dev.flotilla.raftdpws.wire.Fields.MEMBER;
import static dev.flotilla.raftdpws.wire.Fields.REASON;
import static dev.flotilla.raftdpws.wire.Fields.flotilla;
import static dev.flotilla.raftdpws.wire.Form.token;
import static dev.flotilla.raftdpws.wire.Form.truth;

import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.ReadRevocationsRequest;
import dev.flotilla.raftdpws.message.ReadRevocationsResponse;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.message.StateSeen;
import dev.flotilla.raftdpws.wire.Form.Child;
import java.util.Locale;
import java.util.Optional;
import javax.xml.XMLConstants;

/** What clients and operators ask, and members that are no voters yet. */
final class ClientForms {
  static final Form<OpenSessionRequest> OPEN_SESSION_REQUEST =
      Form.of(
          OpenSessionRequest.class,
          token(flotilla("uid")).as(OpenSession::new, OpenSession::uid),
          GROUP.optional());

  static final Form<OpenSessionResponse> OPEN_SESSION =
      Form.of(
          OpenSessionResponse.class,
          Fields.sequence("sessionId").optional(),
          LEADER_ADDRESS.optional());

  private static final Child<Consistency> CONSISTENCY =
      token(flotilla("consistency"))
          .as(
              // A word of a later version asks for something that only this surely keeps.
              word -> Consistency.of(word).orElse(Consistency.LINEARIZABLE),
              Consistency::word);

  private static final Form<Optional<Long>> MAX_AGE =
      Fields.upTo(flotilla("maxAgeMillis"), ReadLevel.MAX_AGE_MILLIS).optional();

  private static final Form<Optional<Long>> SEEN_INDEX =
      Fields.index(flotilla("seenIndex")).slot().optional();

  private static final Form<ReadLevel> LEVEL =
      Form.join(
          children ->
              new ReadLevel(
                  CONSISTENCY.read(children),
                  MAX_AGE.read(children).orElse(0L),
                  SEEN_INDEX.read(children).orElse(0L)),
          CONSISTENCY.shareOf(ReadLevel::consistency),
          MAX_AGE.shareOf(ClientForms::bound),
          SEEN_INDEX.shareOf(level -> Optional.of(level.seenIndex())));

  static final Form<ReadRequest> READ_REQUEST =
      Form.of(
          ReadRequest.class,
          Fields.UID.optional().as(uid -> uid.filter(it -> !it.isEmpty()), uid -> uid),
          Fields.maybeBytes(Fields.utf8(flotilla("query")), Fields.DATA.slot()),
          GROUP.optional(),
          LEVEL.optional(),
          Form.constant(ClientForm.LATER));

  private static final Form<Optional<Long>> INDEX = Fields.RAFT_INDEX.optional();
  private static final Form<Optional<Long>> TERM = Fields.RAFT_TERM.slot().optional();

  /** The schema lets each of the two be missing; a place needs both. */
  private static final Form<Optional<LogPosition>> PLACE =
      Form.join(
          children -> {
            Optional<Long> term = TERM.read(children);
            return INDEX
                .read(children)
                .flatMap(index -> term.map(it -> new LogPosition(index, it)));
          },
          INDEX.<Optional<LogPosition>>shareOf(it -> it.map(LogPosition::index)),
          TERM.<Optional<LogPosition>>shareOf(it -> it.map(LogPosition::term)));

  static final Form<ReadResponse> READ =
      Form.<ReadResponse>of(
              ReadResponse.class,
              Fields.UID.optional(),
              PLACE,
              Fields.COMMAND.optional(),
              Fields.maybeBytes(Fields.PARAMETERS, Fields.DATA),
              Fields.RAFT_SUCCESS,
              Fields.maybeBytes(Fields.RESULT, Fields.RESULT_DATA.slot()),
              Fields.RAFT_LEADER_ADDRESS.optional(),
              Form.of(
                      StateSeen.class,
                      Fields.index(flotilla("stateIndex")).slot(),
                      Form.maybe(Fields.gauge("stateAgeMillis").slot()))
                  .optional())
          .placed(Fields.DATA, 9)
          .placed(Fields.RESULT_DATA, 9);

  static final Form<AddMemberRequest> ADD_MEMBER =
      Form.of(
          AddMemberRequest.class,
          GROUP.optional(),
          MEMBER,
          Fields.ADDRESS.optional(),
          token(flotilla("as"))
              .as(MemberStatus::parse, status -> status.name().toLowerCase(Locale.ROOT)),
          token(flotilla("replaces")).as(NodeId::parse, NodeId::toString).optional(),
          truth(flotilla("forced")).orElse(false));

  static final Form<ReadmitRequest> READMIT =
      Form.of(
          ReadmitRequest.class,
          GROUP,
          MEMBER,
          Fields.ADDRESS.optional(),
          token(flotilla("former")).as(Incarnation::parse, Incarnation::toString).list());

  static final Form<MemberRequest> MEMBER_REQUEST =
      Form.of(
          MemberRequest.class,
          GROUP.optional(),
          MEMBER.optional(),
          truth(flotilla("forced")).optional());

  static final Form<AdminResponse> ADMIN =
      Form.of(AdminResponse.class, Fields.SUCCESS, REASON.optional(), LEADER_ADDRESS.optional());

  static final Form<ReadSnapshotRequest> READ_SNAPSHOT_REQUEST =
      Form.of(
          ReadSnapshotRequest.class, GROUP.optional(), Fields.SNAPSHOT.optional(), Fields.OFFSET);

  static final Form<ReadSnapshotResponse> READ_SNAPSHOT =
      Form.of(
          ReadSnapshotResponse.class,
          Fields.SNAPSHOT.optional(),
          Fields.DATA.orElse(Bytes.EMPTY),
          REASON.optional());

  static final Form<ReadRevocationsRequest> READ_REVOCATIONS_REQUEST =
      Form.of(ReadRevocationsRequest.class, Fields.index(flotilla("newerThan")));

  static final Form<ReadRevocationsResponse> READ_REVOCATIONS =
      Form.of(ReadRevocationsResponse.class, Fields.DATA.orElse(Bytes.EMPTY));

  private ClientForms() {}

  static ReadRequest readRequest(XmlReader in) throws XmlException {
    ClientForm form = formOf(in);
    ReadRequest read = READ_REQUEST.read(in);
    return new ReadRequest(read.uid(), read.query(), read.group(), read.level(), form);
  }

  private static Optional<Long> bound(ReadLevel level) {
    return level.consistency() == Consistency.BOUNDED
        ? Optional.of(level.maxAgeMillis())
        : Optional.empty();
  }

  /** How a request is written, on whose root the reader stands. */
  static ClientForm formOf(XmlReader in) {
    String type = in.attribute(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type");
    return type == null ? ClientForm.LATER : ClientForm.OF_2014;
  }
}
