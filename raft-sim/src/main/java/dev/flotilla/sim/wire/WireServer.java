package dev.flotilla.sim.wire;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.node.MessageSender;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.directory.Exclusions;
import dev.flotilla.raftdpws.directory.NameConflicts;
import dev.flotilla.raftdpws.keys.Rights;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.peer.DpwsTransport;
import dev.flotilla.raftdpws.peer.Membership;
import dev.flotilla.raftdpws.service.HeldAnswers;
import dev.flotilla.raftdpws.service.MemberAddresses;
import dev.flotilla.raftdpws.service.RaftService;
import dev.flotilla.raftdpws.service.Serving;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What {@code RaftDevice} puts around a node, for one life of a simulated server: the port, the
 * service behind it, and the transport to the others.
 */
public final class WireServer {
  /** The group of every simulation. */
  public static final GroupId GROUP = new GroupId("5eed");

  /** They are asked for all the time. */
  private static final Map<Integer, URI> ADDRESSES = new ConcurrentHashMap<>();

  private static final String GROUP_NAME = "sim";
  private static final long TEND_NANOS = 20_000_000;

  /** So long it takes until a search for a member has an answer. */
  private static final long SEARCH_NANOS = 10_000_000;

  private final WireProcess process;
  private final Membership membership;
  private final AddressDirectory directory = AddressDirectory.inMemory();
  private final AddressConfirmation confirmation;
  private final RaftService service = new RaftService(GROUP_NAME, Rights.OPEN);
  private final Function<NodeId, Optional<URI>> search;
  private final DpwsTransport transport;
  private final Device device;
  private final URI address;
  private final Timing timing;

  /**
   * Opens the port.
   *
   * @param search where a member is that is at none of its known addresses
   */
  public WireServer(
      WireProcess process,
      Member self,
      Configuration founders,
      RaftOptions options,
      Function<NodeId, Optional<URI>> search) {
    this.process = process;
    this.search = search;
    this.timing = options.timing();
    this.membership = new Membership(GROUP, self, founders);
    HostedService hosted = service.hosted(Optional.empty());
    this.device = opened(hosted);
    this.address = device.addressesOf(hosted).get(0);
    EventLoops loops = process.loops();
    SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
    Duration timeout = Duration.ofNanos(options.electionTimeoutMaxNanos());
    this.confirmation =
        new AddressConfirmation(
            GROUP_NAME,
            directory,
            at -> caller.call(at, RaftOperations.STATUS, StatusRequest.INSTANCE, timeout),
            loops::nanoTime);
    confirmation.belongsTo(GROUP);
    this.transport =
        new DpwsTransport(
            membership,
            () -> address,
            options,
            confirmation,
            loops,
            this::lost,
            Optional.empty(),
            Optional.empty());
    service.open(
        new MemberAddresses(self, () -> address, confirmation),
        new Founded(),
        new HeldAnswers(loops::after, loops::nanoTime, options::electionTimeoutMaxNanos),
        new NameConflicts(
            GROUP_NAME,
            self.id(),
            NameConflicts.ClientsWithoutId.SERVED,
            self.toString(),
            at -> caller.call(at, RaftOperations.STATUS, StatusRequest.INSTANCE, timeout)),
        new Exclusions(self));
  }

  /** Where a host's service is. */
  public static URI addressOf(int host) {
    return ADDRESSES.computeIfAbsent(host, WireServer::newAddress);
  }

  private static URI newAddress(int host) {
    var address = WireNetwork.addressOf(host);
    return URI.create(
        "http://%s:%s/%s"
            .formatted(
                address.getAddress().getHostAddress(), address.getPort(), RaftNames.SERVICE));
  }

  /** Where clients are sent that want to ask a member; empty if that is not known. */
  public Optional<URI> addressTold(Member member) {
    return confirmation.current(member);
  }

  /** For the node. */
  public MessageSender transport() {
    return transport;
  }

  /** The process that it is. */
  public WireProcess process() {
    return process;
  }

  /**
   * Serves from now on.
   *
   * @param receiver takes what arrives, to hand it to the node
   */
  public void serve(RaftNode node, BiConsumer<Member, Message> receiver) {
    transport.deliverTo(receiver, node::status, node::callable);
    service.serve(new Serving(membership, node, transport, Optional::empty, timing));
    tend();
  }

  /** What requests and untaken answers hold of the budgets. */
  public long heldBytes() {
    return device.heldBytes();
  }

  private void tend() {
    if (!process.isAlive()) {
      return;
    }
    Timeline timeline = process.network().timeline();
    long now = timeline.nowNanos();
    if (now >= process.pausedUntilNanos()) {
      transport.tend(now);
    }
    timeline.at(Math.max(now + TEND_NANOS, process.pausedUntilNanos()), this::tend);
  }

  private void lost(NodeId member) {
    Timeline timeline = process.network().timeline();
    timeline.at(
        timeline.nowNanos() + SEARCH_NANOS,
        () -> search.apply(member).ifPresent(found -> directory.named(member, found)));
  }

  private Device opened(HostedService hosted) {
    Device.Builder builder =
        RaftContract.device(membership.self().id())
            .model(ThisModel.of("Flotilla", "Simulated server"))
            .device(new ThisDevice("Server", null, "1"))
            .address(process.address())
            .limits(HttpLimits.DEFAULT.withMaxEnvelopeBytes(RaftContract.MAX_ENVELOPE_BYTES))
            .eventLoops(process.loops())
            .service(hosted);
    try {
      return process.now(builder::start);
    } catch (IOException e) {
      throw new IllegalStateException("a port of a simulated host is not free", e);
    }
  }
}
