package dev.flotilla.client.dpws;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventFeed;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.eventing.EventSourceSettings;
import dev.flotilla.dpws.eventing.FeedType;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.CommittedCommands;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.message.WatchStart;
import dev.flotilla.raftdpws.wire.RaftEvents;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A server on loopback whose commands are watched; a test says who leads, and what is executed. */
final class WatchedServer implements AutoCloseable {
  static final GroupId GROUP = new GroupId("g1");

  private final String name;
  private final HttpEndpoint endpoint;
  private final EventSource source;
  private final Member member =
      new Member(new NodeId(UUID.randomUUID()), new Incarnation(1, System.nanoTime()));
  private final Queue<String> filters = new ConcurrentLinkedQueue<>();
  private volatile List<WatchedServer> members = List.of();
  private volatile @Nullable WatchedServer leader;
  private volatile boolean refuses;
  private volatile boolean isOld;
  // Guarded by this, as is which feed is the last.
  private final List<CommittedCommands.Executed> executed = new ArrayList<>();
  private volatile @Nullable Feed feed;

  WatchedServer(EventLoops loops, String name) throws IOException {
    this.name = name;
    this.endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT);
    this.source =
        EventSource.open(
            loops,
            EventSourceSettings.DEFAULT,
            List.of(),
            List.of(
                new FeedType<>(
                    RaftEvents.COMMITTED_COMMANDS, RaftEvents.WATCH_DIALECT, this::open)));
    String path = "/" + RaftNames.SERVICE;
    endpoint.serve(
        path,
        SoapService.builder()
            .operation(RaftOperations.STATUS, (request, exchange) -> exchange.answer(status()))
            .include(source.operations(path))
            .build());
  }

  /** Says of a group who belongs to it, and who leads. */
  static void led(@Nullable WatchedServer leader, WatchedServer... members) {
    for (WatchedServer member : members) {
      member.members = List.of(members);
      member.leader = leader;
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + "/" + RaftNames.SERVICE);
  }

  /** The filters of the watches that have begun here, the oldest first. */
  Queue<String> filters() {
    return filters;
  }

  /** Has it know no topics. */
  void beOld() {
    isOld = true;
  }

  void refuse() {
    refuses = true;
  }

  /** Delivers a command to the watch that began last, and to those that begin before it later. */
  synchronized void executes(long index, String command) {
    Entry entry =
        new Entry(
            new LogPosition(index, 1), new Command("urn:uuid:" + command, command, Bytes.EMPTY));
    CommittedCommands.Executed one = new CommittedCommands.Executed(entry, Optional.empty());
    executed.add(one);
    Feed now = feed;
    if (now != null) {
      now.executed(one);
    }
  }

  /** Ends the watch that began last. */
  void endWatch() {
    Feed now = feed;
    if (now != null) {
      now.fail();
    }
  }

  @Override
  public void close() {
    source.close();
    endpoint.close();
  }

  private synchronized EventFeed<CommittedCommands> open(String filter) throws SoapFaultException {
    if (isOld && !WatchStart.parse(filter).topics().isAll()) {
      throw new SoapFaultException(RaftFault.INVALID.because("the filter has more than that"));
    }
    if (refuses) {
      throw new SoapFaultException(RaftFault.NOT_SERVING.because("scripted"));
    }
    long fromIndex = WatchStart.parse(filter).fromIndex().orElse(1);
    Feed begun = new Feed(fromIndex);
    executed.stream().filter(it -> it.entry().index() >= fromIndex).forEach(begun::executed);
    feed = begun;
    filters.add(filter);
    return begun;
  }

  private StatusResponse status() {
    WatchedServer leads = leader;
    List<MemberAddress> all = members.stream().map(WatchedServer::self).toList();
    return new StatusResponse(
        RaftNames.PROTOCOL_VERSION,
        name,
        Optional.of(GROUP),
        self(),
        leads == this ? "leader" : "follower",
        leads == null ? Optional.empty() : Optional.of(leads.self()),
        new StatusResponse.Progress(1, 1, 1, 1, 1),
        all,
        Optional.of(new Configuration(all.stream().map(MemberAddress::member).toList())),
        Optional.empty(),
        StatusDetails.NONE);
  }

  private MemberAddress self() {
    return new MemberAddress(member, Optional.of(address().toString()));
  }

  /** Shows at once where it begins, then what the test says. Guarded by itself. */
  private final class Feed implements EventFeed<CommittedCommands> {
    private final Queue<CommittedCommands> parts = new ArrayDeque<>();
    private long nextIndex;
    private CompletableFuture<CommittedCommands> asked = new CompletableFuture<>();

    Feed(long nextIndex) {
      this.nextIndex = nextIndex;
      part(nextIndex - 1, List.of());
    }

    @Override
    public synchronized CompletionStage<CommittedCommands> next() {
      asked = new CompletableFuture<>();
      deliver();
      return asked;
    }

    synchronized void executed(CommittedCommands.Executed command) {
      part(command.entry().index(), List.of(command));
      deliver();
    }

    synchronized void fail() {
      asked.completeExceptionally(new IllegalStateException("it leads no more"));
    }

    private void part(long through, List<CommittedCommands.Executed> commands) {
      parts.add(
          new CommittedCommands(
              GROUP, member, nextIndex, through, OptionalLong.empty(), true, commands));
      nextIndex = through + 1;
    }

    private void deliver() {
      if (!parts.isEmpty() && !asked.isDone()) {
        asked.complete(parts.remove());
      }
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
