package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.eventing.EventType;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
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
import java.net.URI;
import java.util.List;

/** The events of RAFT_Service with their codecs. Immutable; any thread. */
public final class RaftEvents {
  /** The dialect of the filter that says where a watch of the committed commands begins. */
  public static final URI WATCH_DIALECT = URI.create(RaftNames.FLOTILLA + "/from-index");

  /** Commands that the server has executed; each subscriber has a feed of its own. */
  public static final EventType<CommittedCommands> COMMITTED_COMMANDS =
      type("CommittedCommands", EventCodec::readCommands, EventCodec::writeCommands);

  /** Another leader, or none. */
  public static final EventType<ReportedEvent<LeaderChanged>> LEADER_CHANGED =
      reported("LeaderChanged", EventCodec.LEADER_CHANGED);

  /** Other members. */
  public static final EventType<ReportedEvent<MembersChanged>> MEMBERS_CHANGED =
      reported("MembersChanged", EventCodec.MEMBERS_CHANGED);

  /** A member does not answer its leader. */
  public static final EventType<ReportedEvent<MemberSilent>> MEMBER_SILENT =
      reported("MemberSilent", EventCodec.MEMBER_SILENT);

  /** A member answers its leader again. */
  public static final EventType<ReportedEvent<MemberAnswers>> MEMBER_ANSWERS =
      reported("MemberAnswers", EventCodec.MEMBER_ANSWERS);

  /** The server has a newer snapshot. */
  public static final EventType<ReportedEvent<SnapshotTaken>> SNAPSHOT_TAKEN =
      reported("SnapshotTaken", EventCodec.SNAPSHOT_TAKEN);

  /** The disk of the server is full. */
  public static final EventType<ReportedEvent<DiskFull>> DISK_FULL =
      reported("DiskFull", EventCodec.DISK_FULL);

  /** There is room on the disk of the server again. */
  public static final EventType<ReportedEvent<DiskFreed>> DISK_FREED =
      reported("DiskFreed", EventCodec.DISK_FREED);

  /** The server has stopped itself. */
  public static final EventType<ReportedEvent<Stopped>> STOPPED =
      reported("Stopped", EventCodec.STOPPED);

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

  private static <E extends GroupEvent> EventType<ReportedEvent<E>> reported(
      String name, EventCodec.Body<E> body) {
    return type(
        name,
        in -> EventCodec.readReported(in, body),
        (event, out) -> EventCodec.writeReported(element(name), event, body, out));
  }

  private static <T> EventType<T> type(String name, BodyReader<T> reader, BodyWriter<T> writer) {
    XmlElement root = element(name);
    return new EventType<>(
        RaftNames.FLOTILLA + "/" + RaftNames.EVENTS_PORT_TYPE + "/" + name,
        in -> {
          if (!in.is(root)) {
            throw in.fail("the body holds " + in.name() + " where " + root + " is expected");
          }
          try {
            return reader.read(in);
          } catch (IllegalArgumentException | ArithmeticException e) {
            throw new XmlException(String.valueOf(e.getMessage()), e);
          }
        },
        writer);
  }

  private static XmlElement element(String name) {
    return XmlElement.of(RaftNames.FLOTILLA, "f", name);
  }
}
