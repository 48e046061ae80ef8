package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.CommittedCommands;
import dev.flotilla.raftdpws.message.GroupEvent;
import dev.flotilla.raftdpws.message.GroupEvent.DiskFreed;
import dev.flotilla.raftdpws.message.GroupEvent.DiskFull;
import dev.flotilla.raftdpws.message.GroupEvent.LeaderChanged;
import dev.flotilla.raftdpws.message.GroupEvent.MemberAnswers;
import dev.flotilla.raftdpws.message.GroupEvent.MemberSilent;
import dev.flotilla.raftdpws.message.GroupEvent.MembersChanged;
import dev.flotilla.raftdpws.message.GroupEvent.SnapshotTaken;
import dev.flotilla.raftdpws.message.GroupEvent.Stopped;
import dev.flotilla.raftdpws.message.ReportedEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** Events: what all have in common is who reports them. */
final class EventCodec {
  private static final XmlElement SERVER = own("server");
  private static final XmlElement THROUGH_INDEX = own("throughIndex");
  private static final XmlElement FROM_INDEX = own("fromIndex");
  private static final XmlElement LOST_FROM_INDEX = own("lostFromIndex");
  private static final XmlElement LEADER_KNOWN = own("leaderKnown");
  private static final XmlElement COMMAND = own("command");
  private static final XmlElement PARAMETERS = own("parameters");
  private static final XmlElement SUCCESS = own("success");
  private static final XmlElement RESULT = own("result");
  private static final XmlElement COMMITTED_COMMANDS = own("CommittedCommands");

  private static final XmlField<Member> SERVER_FIELD = PeerCodec.member(SERVER);
  private static final XmlField<Long> FROM_FIELD = NumberFields.index(FROM_INDEX);
  private static final XmlField<Long> THROUGH_FIELD = NumberFields.index(THROUGH_INDEX);
  private static final XmlField<Long> LOST_FIELD = NumberFields.index(LOST_FROM_INDEX);
  private static final XmlField<Boolean> LEADER_KNOWN_FIELD = XmlField.truth(LEADER_KNOWN);
  private static final XmlField<List<CommittedCommands.Executed>> COMMANDS =
      XmlField.list(COMMAND, EventCodec::readCommand);
  private static final XmlField<Long> TIME_MILLIS = NumberFields.timeMillis(Elements.TIME_MILLIS);
  private static final XmlField<String> UID = XmlField.token(Elements.OUR_UID);
  private static final XmlField<String> NAME = XmlField.text(Elements.NAME);
  private static final XmlField<Boolean> SUCCESS_FIELD = XmlField.truth(SUCCESS);
  private static final XmlField<Bytes> RESULT_TEXT = BytesCodec.text(RESULT);
  private static final XmlField<Bytes> TEXT = BytesCodec.text(PARAMETERS);

  private static final XmlField<Member> LEADER = PeerCodec.member(Elements.LEADER);
  private static final XmlField<Member> MEMBER = PeerCodec.member(Elements.MEMBER);
  private static final XmlField<Configuration> CONFIGURATION =
      XmlField.of(Elements.CONFIGURATION, ConfigurationCodec::read);
  private static final XmlField<Long> SILENT_MILLIS = NumberFields.gauge(Elements.SILENT_MILLIS);
  private static final XmlField<Long> SIZE_BYTES = NumberFields.snapshotBytes(Elements.SIZE_BYTES);
  private static final XmlField<String> REASON = XmlField.text(Elements.REASON);

  static final Body<LeaderChanged> LEADER_CHANGED =
      new Body<>(
          (event, out) -> {
            out.element(Elements.OUR_TERM, event.term());
            event.leader().ifPresent(it -> PeerCodec.writeMember(Elements.LEADER, it, out));
          },
          read -> new LeaderChanged(read.require(PeerCodec.TERM), read.find(LEADER)));

  static final Body<MembersChanged> MEMBERS_CHANGED =
      new Body<>(
          (event, out) -> {
            out.element(Elements.OUR_TERM, event.term());
            ConfigurationCodec.write(event.members(), out);
          },
          read -> new MembersChanged(read.require(PeerCodec.TERM), read.require(CONFIGURATION)));

  static final Body<MemberSilent> MEMBER_SILENT =
      new Body<>(
          (event, out) -> {
            out.element(Elements.OUR_TERM, event.term());
            PeerCodec.writeMember(Elements.MEMBER, event.member(), out);
            out.element(Elements.SILENT_MILLIS, event.silentMillis());
          },
          read ->
              new MemberSilent(
                  read.require(PeerCodec.TERM), read.require(MEMBER), read.require(SILENT_MILLIS)));

  static final Body<MemberAnswers> MEMBER_ANSWERS =
      new Body<>(
          (event, out) -> {
            out.element(Elements.OUR_TERM, event.term());
            PeerCodec.writeMember(Elements.MEMBER, event.member(), out);
          },
          read -> new MemberAnswers(read.require(PeerCodec.TERM), read.require(MEMBER)));

  static final Body<SnapshotTaken> SNAPSHOT_TAKEN =
      new Body<>(
          (event, out) -> {
            out.element(Elements.OUR_INDEX, event.index());
            out.element(Elements.SIZE_BYTES, event.sizeBytes());
          },
          read -> new SnapshotTaken(read.require(PeerCodec.INDEX), read.require(SIZE_BYTES)));

  static final Body<DiskFull> DISK_FULL = new Body<>((event, out) -> {}, read -> new DiskFull());

  static final Body<DiskFreed> DISK_FREED = new Body<>((event, out) -> {}, read -> new DiskFreed());

  static final Body<Stopped> STOPPED =
      new Body<>(
          (event, out) -> out.element(Elements.REASON, event.reason()),
          read -> new Stopped(read.require(REASON)));

  private EventCodec() {}

  /** Reads what is special about an event from its fields. */
  @FunctionalInterface
  interface Special<E> {
    E read(XmlFields fields) throws XmlException;
  }

  /** What is special about a type of event. */
  record Body<E extends GroupEvent>(BiConsumer<E, XmlWriter> writer, Special<E> reader) {}

  static <E extends GroupEvent> void writeReported(
      XmlElement root, ReportedEvent<E> event, Body<E> body, XmlWriter out) {
    out.open(root);
    out.element(Elements.GROUP, event.group().value());
    PeerCodec.writeMember(SERVER, event.server(), out);
    body.writer().accept(event.event(), out);
    out.close(root);
  }

  static <E extends GroupEvent> ReportedEvent<E> readReported(XmlReader in, Body<E> body)
      throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            PeerCodec.GROUP,
            SERVER_FIELD,
            PeerCodec.TERM,
            LEADER,
            MEMBER,
            CONFIGURATION,
            SILENT_MILLIS,
            PeerCodec.INDEX,
            SIZE_BYTES,
            REASON);
    return new ReportedEvent<>(
        new GroupId(read.require(PeerCodec.GROUP)),
        read.require(SERVER_FIELD),
        body.reader().read(read));
  }

  static void writeCommands(CommittedCommands part, XmlWriter out) {
    out.open(COMMITTED_COMMANDS);
    out.element(Elements.GROUP, part.group().value());
    PeerCodec.writeMember(SERVER, part.server(), out);
    out.element(FROM_INDEX, part.fromIndex());
    out.element(THROUGH_INDEX, part.throughIndex());
    if (part.lostFromIndex().isPresent()) {
      out.element(LOST_FROM_INDEX, part.lostFromIndex().getAsLong());
    }
    out.element(LEADER_KNOWN, part.leaderKnown());
    for (CommittedCommands.Executed executed : part.commands()) {
      writeCommand(executed, out);
    }
    out.close(COMMITTED_COMMANDS);
  }

  static CommittedCommands readCommands(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            PeerCodec.GROUP,
            SERVER_FIELD,
            FROM_FIELD,
            THROUGH_FIELD,
            LOST_FIELD,
            LEADER_KNOWN_FIELD,
            COMMANDS);
    return new CommittedCommands(
        new GroupId(read.require(PeerCodec.GROUP)),
        read.require(SERVER_FIELD),
        read.require(FROM_FIELD),
        read.require(THROUGH_FIELD),
        read.find(LOST_FIELD).map(OptionalLong::of).orElse(OptionalLong.empty()),
        read.require(LEADER_KNOWN_FIELD),
        read.all(COMMANDS));
  }

  private static void writeCommand(CommittedCommands.Executed executed, XmlWriter out) {
    Entry entry = executed.entry();
    Command command = (Command) entry.payload();
    byte[] parameters = command.parameters().toArray();
    out.open(COMMAND);
    out.element(Elements.OUR_INDEX, entry.index());
    out.element(Elements.OUR_TERM, entry.position().term());
    out.element(Elements.TIME_MILLIS, entry.timeMillis());
    out.element(Elements.OUR_UID, command.uid());
    out.element(Elements.NAME, command.command());
    if (BytesCodec.writeText(out, PARAMETERS, parameters)) {
      out.base64(Elements.DATA, parameters);
    }
    command.session().ifPresent(tag -> SessionCodec.writeTag(tag, out));
    executed.outcome().ifPresent(outcome -> writeOutcome(outcome, out));
    out.close(COMMAND);
  }

  private static void writeOutcome(CommittedCommands.Outcome outcome, XmlWriter out) {
    out.element(SUCCESS, outcome.success());
    if (outcome.result().isPresent()) {
      byte[] value = outcome.result().get().toArray();
      if (BytesCodec.writeText(out, RESULT, value)) {
        out.base64(Elements.RESULT_DATA, value);
      }
    }
  }

  private static CommittedCommands.Executed readCommand(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in,
            PeerCodec.INDEX,
            PeerCodec.TERM,
            TIME_MILLIS,
            UID,
            NAME,
            TEXT,
            Fields.DATA,
            Fields.SESSION,
            SUCCESS_FIELD,
            RESULT_TEXT,
            Fields.RESULT_DATA);
    Optional<Boolean> success = read.find(SUCCESS_FIELD);
    Optional<Bytes> value = BytesCodec.either(read, RESULT_TEXT, Fields.RESULT_DATA);
    return new CommittedCommands.Executed(
        readEntry(read), success.map(it -> new CommittedCommands.Outcome(it, value)));
  }

  private static Entry readEntry(XmlFields read) throws XmlException {
    return new Entry(
        new LogPosition(read.require(PeerCodec.INDEX), read.require(PeerCodec.TERM)),
        read.require(TIME_MILLIS),
        new Command(
            read.require(UID),
            read.require(NAME),
            BytesCodec.require(read, TEXT, Fields.DATA),
            read.find(Fields.SESSION)));
  }

  private static XmlElement own(String localName) {
    return XmlElement.of(RaftNames.FLOTILLA, "f", localName);
  }
}
