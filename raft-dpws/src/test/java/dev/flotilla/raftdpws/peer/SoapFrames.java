package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** SOAP as a transport of frames, for the kit: each frame is an entry that a leader sends. */
final class SoapFrames implements Transport {
  private static final GroupId GROUP = new GroupId("g");
  private static final long TEND_MILLIS = 20;

  @Override
  public String name() {
    return "soap";
  }

  @Override
  public TransportEndpoint open(TransportContext context) throws IOException {
    return new Endpoint(context);
  }

  /** The member that listens there. */
  private static Member member(int port) {
    return new Member(new NodeId(new UUID(0, port)), new Incarnation(0, port));
  }

  private static final class Endpoint implements TransportEndpoint {
    private final EventLoops loops = EventLoops.start(1, "soap-frames");
    private final ScheduledExecutorService device = Executors.newSingleThreadScheduledExecutor();
    private final AddressDirectory directory = AddressDirectory.inMemory();
    private final AtomicLong sequence = new AtomicLong();
    private final HttpEndpoint http;
    private final Member self;
    private final DpwsTransport transport;
    private volatile boolean isClosed;

    Endpoint(TransportContext context) throws IOException {
      http =
          HttpEndpoint.open(
              loops,
              new InetSocketAddress(context.listenAt(), 0),
              HttpLimits.DEFAULT.withMaxEnvelopeBytes(RaftContract.MAX_ENVELOPE_BYTES));
      self = member(http.address().getPort());
      transport = transport();
      transport.deliverTo(
          (from, message) -> deliver(context, from, message), this::status, (member, is) -> {});
      http.serve(
          "/RAFT_Service",
          SoapService.builder()
              .operation(
                  RaftOperations.APPEND_ENTRIES,
                  (request, exchange) ->
                      transport.received(request, AppendEntriesResponse.class, exchange))
              .build());
      var unused =
          device.scheduleWithFixedDelay(
              () -> transport.tend(loops.nanoTime()), 0, TEND_MILLIS, TimeUnit.MILLISECONDS);
    }

    private DpwsTransport transport() {
      return new DpwsTransport(
          new Membership(GROUP, self, Configuration.NONE),
          () -> url(self),
          RaftOptions.DEFAULT,
          new AddressConfirmation(
              "g", directory, address -> new CompletableFuture<>(), loops::nanoTime),
          loops,
          lost -> {},
          Optional.empty(),
          Optional.empty());
    }

    private NodeStatus status() {
      return NodeStatuses.of(Role.FOLLOWER, self, Configuration.NONE);
    }

    private static URI url(Member member) {
      long port = member.id().uuid().getLeastSignificantBits();
      return URI.create("http://127.0.0.1:" + port + "/RAFT_Service");
    }

    private void deliver(TransportContext context, Member from, Message message) {
      if (!(message instanceof AppendEntries append)) {
        return;
      }
      append.entries().stream()
          .map(Entry::payload)
          .filter(Command.class::isInstance)
          .map(Command.class::cast)
          .filter(it -> !isClosed)
          .forEach(it -> context.received(it.parameters().toArray(), null));
      transport.send(
          from,
          new AppendEntriesResponse(append.term(), true, append.lastVerified(), append.sequence()));
    }

    @Override
    public String address() {
      return String.valueOf(self.id().uuid().getLeastSignificantBits());
    }

    @Override
    public boolean send(TransportPeer to, byte[] frame) {
      Member member = member(Integer.parseInt(to.address()));
      if (isClosed) {
        return false;
      }
      directory.named(member.id(), url(member));
      boolean isConnected = transport.isConnected(member);
      List<Entry> entries =
          isConnected
              ? List.of(
                  new Entry(new LogPosition(1, 1), new Command("u", "frame", Bytes.copyOf(frame))))
              : List.of();
      transport.send(
          member, new AppendEntries(1, LogPosition.ORIGIN, entries, 0, sequence.incrementAndGet()));
      return isConnected;
    }

    @Override
    public void disconnect(TransportPeer peer) {
      transport.reopen();
    }

    @Override
    public void close() {
      isClosed = true;
      device.shutdownNow();
      transport.close();
      http.close();
      loops.close();
    }
  }
}
