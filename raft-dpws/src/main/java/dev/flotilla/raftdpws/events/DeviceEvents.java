package dev.flotilla.raftdpws.events;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.eventing.EventSourceSettings;
import dev.flotilla.dpws.eventing.EventType;
import dev.flotilla.dpws.eventing.FeedType;
import dev.flotilla.node.DiskRoom;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.snapshot.SnapshotMetrics;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.GroupEvent;
import dev.flotilla.raftdpws.message.ReportedEvent;
import dev.flotilla.raftdpws.wire.RaftEvents;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of one server: finds them out and hands them to its log, its listeners and its
 * subscribers; and feeds committed commands to those who watch them.
 *
 * <p>{@link #look} and {@link #serve} belong to the device's thread; the rest may be called by any
 * thread. Only {@link #close} blocks.
 *
 * <p>An observer may subscribe to events and to the committed commands: both only read.
 */
public final class DeviceEvents implements AutoCloseable {
  /** Many may come from one address, as all do on loopback. */
  private static final EventSourceSettings SUBSCRIPTIONS =
      EventSourceSettings.DEFAULT.withSubscriptions(256, 128).withQueue(256, 64 << 10);

  private final Member self;
  private final EventLoops loops;
  private final CommandFeeds feeds;
  private final EventSource source;
  private final EventListeners listeners;
  private final EventLines lines;
  private final GroupEvents changes;
  private volatile @Nullable GroupId group;

  /**
   * Events of a server that does not serve yet.
   *
   * @param name the name of its group
   * @param keys those of the server, if it has some; stay open
   */
  public DeviceEvents(String name, Member self, Optional<GroupKeys> keys) {
    this.self = self;
    // Its own: what is sent to subscribers, and how slowly they take it, holds up no heartbeat.
    this.loops = EventLoops.start(1, "flotilla-events");
    this.feeds = new CommandFeeds(self);
    this.source = opened(keys);
    this.listeners = new EventListeners("flotilla-" + name + "-listener");
    this.lines = EventLines.logging(name, self);
    this.changes = new GroupEvents(this::happened);
  }

  private EventSource opened(Optional<GroupKeys> keys) {
    List<EventType<?>> types = List.copyOf(RaftEvents.published());
    List<FeedType<?>> fed =
        List.of(
            new FeedType<>(RaftEvents.COMMITTED_COMMANDS, RaftEvents.WATCH_DIALECT, feeds::open));
    return keys.isPresent()
        ? EventSource.open(loops, SUBSCRIPTIONS, types, fed, keys.get().tls())
        : EventSource.open(loops, SUBSCRIPTIONS, types, fed);
  }

  /** Adds to each id in the log the name that people gave the member, if one is known. */
  public void nameBy(Function<NodeId, Optional<String>> known) {
    lines.nameBy(known);
  }

  /** Where others subscribe. */
  public EventSource source() {
    return source;
  }

  /**
   * Calls a listener for each event from now on, as {@link EventListeners#add}. What it returns
   * ends that.
   */
  public Runnable listen(Consumer<? super GroupEvent> listener, LongConsumer missed) {
    return listeners.add(listener, missed);
  }

  /** Whether the calling thread is a listener's. */
  public boolean isListenersThread() {
    return listeners.isOwnThread();
  }

  /** The group exists. */
  public void serve(GroupId id, RaftNode node) {
    group = id;
    feeds.serve(id, node);
    var unused =
        node.stopped()
            .whenComplete(
                (nothing, cause) -> {
                  if (cause != null) {
                    publish(new GroupEvent.Stopped(String.valueOf(cause)));
                  }
                });
  }

  /**
   * Finds out what has happened since the last look.
   *
   * @return after how many nanoseconds a member may turn out to be silent
   */
  public long look(RaftNode node, NodeStatus status, long nowNanos) {
    SnapshotMetrics snapshot = node.snapshots();
    lines.at(nowNanos);
    changes.see(status.raft(), node.followers());
    changes.see(
        status.appliedIndex(),
        snapshot.lastIndex(),
        snapshot.sizeBytes(),
        node.diskRoom() != DiskRoom.ENOUGH);
    return changes.untilSilenceNanos();
  }

  /** Takes an event that was found elsewhere. */
  public void report(GroupEvent event) {
    happened(event);
  }

  private void happened(GroupEvent event) {
    lines.accept(event);
    publish(event);
  }

  private void publish(GroupEvent event) {
    listeners.accept(event);
    boolean isNews =
        !(event instanceof GroupEvent.MembersChanged known)
            || !known.members().equals(Configuration.NONE);
    if (isNews) {
      RaftEvents.typeOf(event).ifPresent(type -> send(type, event));
    }
  }

  private <E extends GroupEvent> void send(EventType<ReportedEvent<E>> type, E event) {
    GroupId id = group;
    if (id != null) {
      source.publish(type, new ReportedEvent<>(id, self, event));
    }
  }

  /** Ends all subscriptions with a message, and all listeners; blocks for up to some seconds. */
  @Override
  public void close() {
    source.close();
    feeds.close();
    loops.close();
    listeners.close();
  }
}
