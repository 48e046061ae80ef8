package dev.flotilla;

import dev.flotilla.client.Network;
import dev.flotilla.dpws.http.HostPolicy;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.link.Interfaces;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.Exposure;
import dev.flotilla.raftdpws.OnDamage;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.raftdpws.admission.AdmissionPolicy;
import dev.flotilla.raftdpws.admission.AdmissionPolicy.Admits;
import dev.flotilla.raftdpws.faults.FaultPort;
import dev.flotilla.raftdpws.faults.LinkFaults;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects what a server is told; refuses nonsense with the reason. Not thread-safe. */
public final class ServerBuilder {
  private final StateMachine machine;
  private final List<Consumer<RaftDeviceSettings.Builder>> chosen = new ArrayList<>();
  private int faultPort;
  private @Nullable LinkFaults faults;
  private @Nullable Path directory;
  private Network network = Network.LOOPBACK;
  private LeadershipOptions leadership = LeadershipOptions.DEFAULT;
  private Duration electionMin = Duration.ofMillis(Timing.DEFAULT.electionMinMillis());
  private Duration electionMax = Duration.ofMillis(Timing.DEFAULT.electionMaxMillis());
  private Duration heartbeat = Duration.ofMillis(Timing.DEFAULT.heartbeatMillis());
  private CompactionOptions compaction = CompactionOptions.DEFAULT;
  private SnapshotOptions snapshots = SnapshotOptions.DEFAULT;
  private HostPolicy hosts = HostPolicy.DEFAULT;
  private AdmissionPolicy admission = AdmissionPolicy.MANUAL;
  private @Nullable MessageEncoding encoding;
  private @Nullable Path keys;
  private boolean started;

  ServerBuilder(StateMachine machine) {
    this.machine = machine;
  }

  /** The group's name; may be left out for a directory that belongs to one. */
  public ServerBuilder group(String name) {
    return choose(it -> it.group(name));
  }

  /**
   * How many servers found the group, this one included; may be left out once it is founded. An odd
   * number: 3 survive the loss of one, 5 of two. A group of 2 survives no loss, and {@link #start}
   * logs a warning.
   */
  public ServerBuilder expect(int founders) {
    return choose(it -> it.expect(founders));
  }

  /**
   * Joins the group of the name, instead of founding one: the server waits until somebody adds it
   * ({@code flotilla members add}). Of no meaning for a directory that belongs to a group.
   */
  public ServerBuilder join() {
    return choose(RaftDeviceSettings.Builder::join);
  }

  /**
   * Names the group to which this server belongs as the right one, if several have its name: it
   * serves clients that name no id, which it refuses else while it hears of the others.
   */
  public ServerBuilder groupId(String id) {
    return choose(it -> it.groupId(new GroupId(id)));
  }

  /**
   * Joins the group of the name that has this id, as {@link #join()} does. Without an id a server
   * that meets several such groups joins none: {@link FlotillaServer#founded} fails, naming them.
   *
   * @param id as {@code flotilla status} shows it
   * @throws IllegalArgumentException if it is empty
   */
  public ServerBuilder join(String id) {
    GroupId chosenId = new GroupId(id);
    return choose(it -> it.join(chosenId));
  }

  /**
   * Refuses to start on a damaged directory. By default, a server of a group that exists keeps what
   * is damaged aside, in a folder {@code damaged-...} of its directory, begins anew under another
   * incarnation, and asks the group to put that in the place of its former self: it comes back as a
   * learner, and votes when it has caught up. A state that keeps itself begins anew, too. {@link
   * FlotillaServer#damage} tells of it.
   */
  public ServerBuilder refuseDamage() {
    return choose(it -> it.onDamage(OnDamage.REFUSE));
  }

  /** Where this server keeps its log and its state; nobody else's. Made if it does not exist. */
  public ServerBuilder directory(Path chosen) {
    directory = chosen;
    return this;
  }

  /** Adds a network interface to serve on, or {@code all}; loopback if none is added. */
  public ServerBuilder networkInterface(String name) {
    network = network.and(name);
    return this;
  }

  /** A discovery proxy that it announces itself to, and asks, beside the multicast group. */
  public ServerBuilder discoveryProxy(InetSocketAddress address) {
    network = network.withDiscoveryProxy(address);
    return choose(it -> it.discoveryProxy(address));
  }

  /** A fixed port; a free one by default. */
  public ServerBuilder port(int number) {
    return choose(it -> it.port(number));
  }

  /** RAFT_Service URLs of other servers, where multicast does not reach. */
  public ServerBuilder peers(URI... addresses) {
    List<URI> others = List.of(addresses);
    return choose(it -> it.staticPeers(others));
  }

  /**
   * Neither announces the server nor searches others by multicast: {@link #peers} names the other
   * servers, and clients need the addresses of servers.
   */
  public ServerBuilder withoutDiscovery() {
    return choose(RaftDeviceSettings.Builder::withoutDiscovery);
  }

  /**
   * The key directory of this server, as {@code flotilla keys issue --role member} makes it: the
   * server speaks TLS only, to holders of certificates of its group, and is the member that its
   * certificate names. The files are read again when they change.
   */
  public ServerBuilder keys(Path keyDirectory) {
    keys = keyDirectory;
    return this;
  }

  /**
   * While it leads, it admits servers with a member certificate that wait to join: as learners,
   * then as voters while there are fewer than so many (1 to 15). By default operators do that.
   */
  public ServerBuilder admitCertified(int voters) {
    admission = new AdmissionPolicy(Admits.CERTIFIED, voters, admission.replaceAfter());
    return this;
  }

  /**
   * With {@link #admitCertified}: a learner replaces a voter that is silent for so long (5 s or
   * more) for the leader, and for a majority of the voters then. Take minutes: servers restart.
   */
  public ServerBuilder replaceSilentAfter(Duration silence) {
    admission = new AdmissionPolicy(admission.admits(), admission.voters(), Optional.of(silence));
    return this;
  }

  /**
   * Carries messages to the other servers that have this transport, too, in place of SOAP; to all
   * others, and while it does not work, messages go by SOAP. Discovery and clients stay with DPWS.
   *
   * @param chosen such as {@code TcpTransport} of transport-tcp
   */
  public ServerBuilder transport(Transport chosen) {
    return choose(it -> it.transport(chosen));
  }

  /** Another form of messages than XML, such as EXI, for those who know it too. */
  public ServerBuilder encoding(MessageEncoding chosen) {
    encoding = chosen;
    return this;
  }

  /** While it leads, it admits any server as a learner: for isolated networks without keys. */
  public ServerBuilder admitLearners() {
    admission = new AdmissionPolicy(Admits.LEARNERS, 0, Optional.empty());
    return this;
  }

  /**
   * Serves beyond loopback without {@link #keys}: whoever reaches the port can change the state of
   * the group.
   */
  public ServerBuilder insecure() {
    return choose(it -> it.exposure(Exposure.INSECURE));
  }

  /**
   * How long this server waits for a leader before it calls an election: a random time between
   * these two. Default: 150 to 300 ms. {@link #start} refuses a minimum of less than three
   * heartbeats, a maximum that is not one heartbeat above it, and more than 60 s. All members
   * should have the same; a leader logs a warning if they differ.
   */
  public ServerBuilder electionTimeout(Duration min, Duration max) {
    electionMin = min;
    electionMax = max;
    return this;
  }

  /**
   * How often this server sends to each follower at least, while it leads. Default: 50 ms, at least
   * 5. {@link #start} refuses more than a third of the shortest election timeout.
   */
  public ServerBuilder heartbeat(Duration interval) {
    heartbeat = interval;
    return this;
  }

  /**
   * After so long without a request a leader sends a heartbeat a second only; if it fails then, an
   * election follows after 3 to 6 s. By default, and with {@link Duration#ZERO}, never.
   */
  public ServerBuilder quietAfter(Duration idle) {
    leadership = leadership.withQuietAfter(TimeUnit.MILLISECONDS.toNanos(idle.toMillis()));
    return this;
  }

  /**
   * Adds a host name by which clients call this server; repeatable. Requests that name another host
   * than an IP address, {@code localhost} on loopback, or one of these names are refused, so that
   * no web page reaches the server by a name of its own (DNS rebinding).
   *
   * @throws IllegalArgumentException if it is not a host name, or has a port
   */
  public ServerBuilder hostName(String name) {
    hosts = hosts.withHostName(name);
    return this;
  }

  /**
   * What people call this server, shown beside its id by status, members and console. Its identity
   * stays its id: two members may have one name, and a server may get another at each start.
   *
   * @throws IllegalArgumentException at {@link #start} unless it is 1 to 64 letters, digits, '.',
   *     '_' and '-'
   */
  public ServerBuilder memberName(String name) {
    return choose(it -> it.memberName(name));
  }

  /**
   * How much this server is to lead, from 0, never, to 100; 50 by default. A leader hands over to a
   * server with a higher priority that keeps up. As long as servers with 0 alone hold all that is
   * committed, the group stands still. Another number is an IllegalArgumentException.
   */
  public ServerBuilder electionPriority(int priority) {
    leadership = leadership.withPriority(priority);
    return this;
  }

  /**
   * Has this server, while it leads, answer reads without asking the others, for as long as by its
   * clock nobody else can lead. <b>That rests on clocks:</b> such a read may miss what has been
   * acknowledged if one server's clock ever runs faster than another's by more than this, also
   * while a machine sleeps, or its virtual machine stands still or is moved. By default, nothing
   * rests on clocks.
   *
   * @param driftPerMille by how much one clock may run faster than another, in thousandths
   * @throws IllegalArgumentException if it is not within 0 and 1,000,000
   */
  public ServerBuilder leaseReads(int driftPerMille) {
    leadership = leadership.withLeaseReads(driftPerMille);
    return this;
  }

  /**
   * When this server takes a snapshot of its state: when its log has grown by so many entries or
   * bytes, whichever comes first, and by a quarter of the last snapshot; 50,000 and 64 MiB unless
   * told. Less saves disk and time at a restart, and writes more.
   *
   * @param entries at least 1
   * @param bytes of commands, at least 1
   * @throws IllegalArgumentException if one is less
   */
  public ServerBuilder snapshotEvery(long entries, long bytes) {
    snapshots = new SnapshotOptions(entries, bytes, snapshots.bytesPerSecond());
    return this;
  }

  /**
   * How fast this server writes snapshots of its state at the most, and how fast it sends one to
   * each member that needs one while it leads; 16 MiB a second by default. A member is sent more
   * while the log grows so fast that the transfer would never end.
   *
   * @param bytes within 1,024 and 8,589,934,592 (2 to the 33rd), which is no bound
   * @throws IllegalArgumentException if it is not within these
   */
  public ServerBuilder snapshotBytesPerSecond(long bytes) {
    compaction = compaction.withBytesPerSecond(bytes);
    snapshots = snapshots.withBytesPerSecond(bytes);
    return this;
  }

  /**
   * Lets other programs of this host cut, delay and lose what this server sends to the members, for
   * drills: {@code flotilla chaos}. Every user of the host can. Off by default.
   *
   * @param port on loopback; 0 for a free one, see {@link ServerFaults#port}
   */
  public ServerBuilder faultPort(int port) {
    faultPort = port;
    faults = new LinkFaults(System.nanoTime());
    return this;
  }

  /**
   * Starts the server: it listens and is announced when this returns; the group is founded in the
   * background.
   *
   * @throws ServerStartException if it cannot, with the kind of reason and the remedy
   */
  public FlotillaServer start() throws ServerStartException {
    if (started) {
      throw new IllegalStateException(
          "this builder has started its server; a state machine cannot be filled twice, so make a"
              + " new one with a new builder");
    }
    RaftDeviceSettings settings = ServerStart.settings(this::settings);
    started = true;
    RaftDevice device = ServerStart.device(settings, machine, String.valueOf(directory));
    Optional<FaultPort> port = ServerStart.faultPort(faultPort, faults, device);
    return new FlotillaServer(device, new OwnClient(device, network, keys, encoding), port);
  }

  /** Serves a JSON document beside the WSDL for other languages. */
  void document(String name, String json) {
    HttpResource content =
        HttpResource.of("application/schema+json", json.getBytes(StandardCharsets.UTF_8));
    chosen.add(it -> it.document(name, content));
  }

  private ServerBuilder choose(Consumer<RaftDeviceSettings.Builder> choice) {
    chosen.add(choice);
    return this;
  }

  private static int millis(Duration duration) {
    return (int) Math.max(-1, Math.min(Integer.MAX_VALUE, duration.toMillis()));
  }

  private RaftDeviceSettings settings() throws IOException {
    if (directory == null) {
      throw new IllegalArgumentException(
          "a server needs a directory of its own, since it must not forget its log");
    }
    RaftDeviceSettings.Builder settings = RaftDeviceSettings.builder(directory);
    chosen.forEach(it -> it.accept(settings));
    Optional.ofNullable(faults).ifPresent(it -> settings.sender(it::wrap));
    Interfaces.named(network.interfaces()).forEach(settings::networkInterface);
    Optional.ofNullable(keys).ifPresent(settings::keys);
    Optional.ofNullable(encoding).ifPresent(settings::encoding);
    return settings
        .admission(admission)
        .options(
            RaftOptions.DEFAULT
                .withTiming(new Timing(millis(electionMin), millis(electionMax), millis(heartbeat)))
                .withLeadership(leadership)
                .withCompaction(compaction))
        .snapshots(snapshots)
        .hosts(hosts)
        .build();
  }
}
