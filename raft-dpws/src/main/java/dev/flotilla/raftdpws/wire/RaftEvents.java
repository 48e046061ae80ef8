package dev.flotilla.raftdpws.wire;

import static dev.flotilla.raftdpws.wire.Fields.INDEX;
import static dev.flotilla.raftdpws.wire.Fields.MEMBER;
import static dev.flotilla.raftdpws.wire.Fields.TERM;
import static dev.flotilla.raftdpws.wire.Fields.flotilla;
import static dev.flotilla.raftdpws.wire.Fields.gauge;
import static dev.flotilla.raftdpws.wire.Fields.index;
import static dev.flotilla.raftdpws.wire.Fields.member;
import static dev.flotilla.raftdpws.wire.Form.truth;

import dev.flotilla.dpws.eventing.EventType;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
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
import dev.flotilla.raftdpws.wire.Form.Child;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The events of RAFT_Service with their forms. Immutable; any thread. */
public final class RaftEvents {
  /** The dialect of the filter that says where a watch of the committed commands begins. */
  public static final URI WATCH_DIALECT = URI.create(RaftNames.FLOTILLA + "/from-index");

  private static final Child<Member> SERVER = member("server");

  /** Another leader, or none. */
  public static final EventType<ReportedEvent<LeaderChanged>> LEADER_CHANGED =
      reported(LeaderChanged.class, TERM, member("leader").optional());

  /** Other members. */
  public static final EventType<ReportedEvent<MembersChanged>> MEMBERS_CHANGED =
      reported(MembersChanged.class, TERM, Fields.CONFIGURATION);

  /** A member does not answer its leader. */
  public static final EventType<ReportedEvent<MemberSilent>> MEMBER_SILENT =
      reported(MemberSilent.class, TERM, MEMBER, gauge("silentMillis"));

  /** A member answers its leader again. */
  public static final EventType<ReportedEvent<MemberAnswers>> MEMBER_ANSWERS =
      reported(MemberAnswers.class, TERM, MEMBER);

  /** The server has a newer snapshot. */
  public static final EventType<ReportedEvent<SnapshotTaken>> SNAPSHOT_TAKEN =
      reported(SnapshotTaken.class, INDEX, Fields.snapshotBytes("sizeBytes"));

  /** The disk of the server is full. */
  public static final EventType<ReportedEvent<DiskFull>> DISK_FULL = reported(DiskFull.class);

  /** There is room on the disk of the server again. */
  public static final EventType<ReportedEvent<DiskFreed>> DISK_FREED = reported(DiskFreed.class);

  /** The server has stopped itself. */
  public static final EventType<ReportedEvent<Stopped>> STOPPED =
      reported(Stopped.class, Fields.REASON);

  private static final Form<Entry> ENTRY =
      Form.of(
          Entry.class,
          Fields.POSITION,
          Fields.TIME_MILLIS,
          Form.of(
              Command.class,
              Form.token(flotilla("uid")),
              Fields.NAME,
              Fields.bytes(Fields.utf8(flotilla("parameters")), Fields.DATA),
              Fields.SESSION.optional()));

  private static final Form<CommittedCommands.Outcome> OUTCOME =
      Form.of(
          CommittedCommands.Outcome.class,
          truth(flotilla("success")),
          Fields.maybeBytes(Fields.utf8(flotilla("result")), Fields.RESULT_DATA));

  /** Commands that the server has executed; each subscriber has a feed of its own. */
  public static final EventType<CommittedCommands> COMMITTED_COMMANDS =
      type(
          CommittedCommands.class,
          Form.of(
              CommittedCommands.class,
              Fields.GROUP,
              SERVER,
              index(flotilla("fromIndex")),
              index(flotilla("throughIndex")),
              Form.maybe(index(flotilla("lostFromIndex"))),
              truth(flotilla("leaderKnown")),
              Form.of(CommittedCommands.Executed.class, ENTRY, OUTCOME.optional())
                  .in(flotilla("command"))
                  .list()));

  private RaftEvents() {}

  /** What is published to all that have subscribed. */
  public static List<EventType<? extends ReportedEvent<? extends GroupEvent>>> published() {
    return List.of(
        LEADER_CHANGED,
        MEMBERS_CHANGED,
        MEMBER_SILENT,
        MEMBER_ANSWERS,
        SNAPSHOT_TAKEN,
        DISK_FULL,
        DISK_FREED,
        STOPPED);
  }

  /** The type of an event; empty for one that is not sent to subscribers. */
  @SuppressWarnings("unchecked") // Each type has the name of the class of its events.
  public static <E extends GroupEvent> Optional<EventType<ReportedEvent<E>>> typeOf(E event) {
    String action = action(event.getClass());
    return published().stream()
        .filter(it -> it.action().equals(action))
        .map(it -> (EventType<ReportedEvent<E>>) it)
        .findFirst();
  }

  private static <E extends GroupEvent> EventType<ReportedEvent<E>> reported(
      Class<E> type, Form<?>... components) {
    return type(
        type, Form.of(ReportedEvent.class, Fields.GROUP, SERVER, Form.of(type, components)));
  }

  private static <T> EventType<T> type(Class<?> named, Form<T> form) {
    XmlElement root = flotilla(named.getSimpleName());
    return new EventType<>(action(named), Form.guarded(root, form::read), form.in(root)::write);
  }

  private static String action(Class<?> named) {
    return RaftNames.FLOTILLA + "/" + RaftNames.EVENTS_PORT_TYPE + "/" + named.getSimpleName();
  }
}
