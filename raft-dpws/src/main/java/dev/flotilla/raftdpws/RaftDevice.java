package dev.flotilla.raftdpws;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.MemoryShares;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.admission.AdmissionRun;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.directory.AddressFile;
import dev.flotilla.raftdpws.events.DeviceEvents;
import dev.flotilla.raftdpws.founding.Beginning;
import dev.flotilla.raftdpws.founding.MemberReplacementRun;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.keys.Rights;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.peer.DpwsTransport;
import dev.flotilla.raftdpws.peer.FrameLanes;
import dev.flotilla.raftdpws.peer.Membership;
import dev.flotilla.raftdpws.service.HeldAnswers;
import dev.flotilla.raftdpws.service.MemberAddresses;
import dev.flotilla.raftdpws.service.RaftService;
import dev.flotilla.raftdpws.service.ServiceMetrics;
import dev.flotilla.raftdpws.service.Serving;
import dev.flotilla.raftdpws.service.SnapshotExport;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.log.DataDirectory;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server of a group, as a device on the network.
 *
 * <p><b>Life.</b> {@link #start} returns when the port is open and the device announced. A server
 * of a group that exists serves from then on. Any other founds the group together with those that
 * it expects, or waits to be made a member of one that exists, in the background: {@link #founded}
 * tells when, and {@link #status} what it waits for.
 *
 * <p><b>Thread.</b> Any thread; only {@link #start} and {@link #close} block. Stages are completed
 * on threads of the device, which dependents must not block except by {@link #close}.
 *
 * <p><b>Bounds.</b> Every connection, queue and table below is bounded; envelopes are taken up to
 * {@value RaftContract#MAX_ENVELOPE_BYTES} bytes.
 *
 * <p><b>Failure.</b> A server whose node stops, or that cannot found its group, says so by {@link
 * #failed}. It goes on answering for its status until it is closed.
 */
public final class RaftDevice implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RaftDevice.class);

  private final RaftDeviceSettings settings;
  private final MemoryShares memory = MemoryShares.ofThisProcess();
  private final StateMachine machine;
  private final Releases releases;
  private final EventLoops loops;
  private final DeviceThread thread;
  private final Optional<GroupKeys> keys;
  private final DataDirectory directory;
  private final String group;
  private final Member self;
  private final AddressDirectory addresses;
  private final AddressConfirmation confirmation;
  private final RaftService service;
  private final Optional<Discovery> discovery;
  private final Device device;
  private final OwnAddress address;
  private final PeerCalls calls;
  private final Beginning beginning;
  private final Optional<MemberReplacementRun> readmission;
  private final Surroundings surroundings;
  private final DeviceEvents events;
  private final DeviceWatches watches;
  private final CompletableFuture<GroupId> founded = new CompletableFuture<>();
  private final CompletableFuture<Throwable> failed = new CompletableFuture<>();
  private final CompletableFuture<Long> removed = new CompletableFuture<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  // Opened before anything runs.
  private Optional<FrameLanes> lanes = Optional.empty();

  // Written by the device's thread.
  private volatile @Nullable Serving serving;

  // Of the device's thread.
  private boolean isEnding;

  private RaftDevice(RaftDeviceSettings settings, StateMachine machine, Releases releases)
      throws IOException {
    this.settings = settings;
    this.machine = machine;
    this.releases = releases;
    this.loops = settings.eventLoops.orElseGet(this::ownLoops);
    this.thread = opened(new DeviceThread("flotilla-device"));
    Disk disk = new FileDisk(settings.dataDirectory);
    // Filling a segment can take seconds: neither founding nor connections may wait for it.
    DeviceThread spare = opened(new DeviceThread("flotilla-spare"));
    this.keys = OwnDirectory.keys(settings);
    keys.ifPresent(it -> opened(it).warnDaily(thread));
    Rights rights = Rights.of(keys);
    this.directory = OwnDirectory.open(settings, disk, keys, spare);
    releases.add(this::closeDirectory);
    this.group = directory.identity().groupName();
    this.self = directory.identity().member();
    BootstrapChoice beginnings = BootstrapChoice.of(settings, directory.identity());
    this.addresses = AddressDirectory.of(new AddressFile(disk), thread);
    this.service = new RaftService(group, rights);
    service.offer(exported(directory));
    this.discovery = NetworkStart.discovery(settings, disk, releases);
    this.events = opened(new DeviceEvents(group, self, keys));
    List<HostedService> hosted = service.services(settings.documents, events.source());
    this.device =
        opened(
            NetworkStart.device(
                settings, directory.identity(), hosted, discovery, loops, memory, rights));
    HostFacts host = HostFacts.reporting(settings, device::acceptFailure, service);
    this.address = new OwnAddress(device, hosted.get(0), discovery);
    this.calls = opened(new PeerCalls(loops, memory, keys));
    host.tell(calls::names);
    events.nameBy(
        id -> id.equals(self.id()) ? host.name() : Optional.ofNullable(calls.names().get(id)));
    this.confirmation =
        NetworkStart.confirmation(group, addresses, calls, this::electionTimeout, loops);
    this.surroundings =
        opened(new Surroundings(settings, group, self, addresses, calls, address::all));
    surroundings.hearAnswers(calls, confirmation, device::announceAddresses);
    this.beginning =
        opened(beginnings.beginning(address.now(), addresses, calls, surroundings::probe, thread));
    this.readmission =
        beginnings.readmission(address.now(), addresses, calls, thread).map(this::opened);
    Function<Member, Optional<URI>> known = member -> addresses.address(member.id());
    StateWatch states = new StateWatch(known, calls::statusAgain, thread, events::report);
    TimingWatch timings =
        TimingWatch.logging(settings.options.timing(), known, states::ask, thread);
    surroundings.follow(beginning::announced);
    readmission.ifPresent(it -> surroundings.add(it::announced));
    AdmissionRun admission =
        NetworkStart.admission(settings, calls, surroundings::probe, confirmation, thread);
    surroundings.add(admission::announced);
    this.watches = new DeviceWatches(events, timings, states, host, admission, surroundings);
    keys.ifPresent(
        it -> new RevocationSearch(it, addresses::addresses, calls::revocations, thread).start());
    releases.add(() -> thread.runAndWait(this::end));
  }

  /**
   * Starts a server.
   *
   * @param machine not initialised; the server terminates it
   * @return when the port is open and the device announced; a founded server serves already
   * @throws PortInUse if another program has the port
   * @throws dev.flotilla.storage.DirectoryRefused if the data directory is foreign, in use,
   *     unwritable, of another group, or of no group while none is named
   * @throws dev.flotilla.storage.DamagedLog if the directory has lost something that was forced,
   *     unless the server comes back by itself ({@link OnDamage})
   * @throws dev.flotilla.node.MachineAheadOfLog if the state machine knows more than the log
   * @throws NetworkUnusable if it cannot listen or announce itself for another reason
   * @throws IOException if the disk fails, or the state machine's; everything is released again
   */
  public static RaftDevice start(RaftDeviceSettings settings, StateMachine machine)
      throws IOException {
    Releases releases = new Releases();
    try {
      RaftDevice server = new RaftDevice(settings, machine, releases);
      server.begin();
      return server;
    } catch (IOException | RuntimeException | Error e) {
      releases.close();
      throw e;
    }
  }

  /** Who this server is. */
  public Member member() {
    return self;
  }

  /** Where its RAFT_Service is now; it follows the addresses of its network interface. */
  public URI address() {
    return address.now();
  }

  /** What was damaged and where it is kept, if it has not been a member since. */
  public Optional<String> damage() {
    return directory.identity().damage();
  }

  /** What it tells of itself. */
  public StatusResponse status() {
    return service.status();
  }

  /** What it has done since it started; does not block. */
  public ServiceMetrics metrics() {
    return service.metrics();
  }

  /**
   * Ends with the group's id when this server serves as a member; fails if it never will, for
   * example with {@link dev.flotilla.raftdpws.founding.FoundingRefused} or when it is closed.
   */
  public CompletionStage<GroupId> founded() {
    return founded.minimalCompletionStage();
  }

  /** Ends with the index of the entry that removed this member, if that is known here. */
  public CompletionStage<Long> removed() {
    return removed.minimalCompletionStage();
  }

  /** Cuts a server that serves off from the other members, or ends that: for tests and drills. */
  public void cutOff(boolean isCutOff) {
    Serving now = serving;
    if (now != null) {
      now.transport().cutOff(isCutOff);
    }
  }

  /** Ends with the cause when this server has failed for good; never if it is closed in health. */
  public CompletionStage<Throwable> failed() {
    return failed.minimalCompletionStage();
  }

  /**
   * Says Bye, answers what still waits, and releases everything; blocks for up to some seconds.
   * Repeated calls do nothing. Not to be called where {@link #isOwnThread}.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      releases.close();
      founded.completeExceptionally(
          new IllegalStateException(
              "the server was closed before group '" + group + "' was founded"));
    }
  }

  /** Whether the calling thread is one that {@link #close} waits for. */
  public boolean isOwnThread() {
    Serving now = serving;
    return loops.isOwnThread()
        || thread.isOwn()
        || events.isListenersThread()
        || (now != null && now.node().isOwnThread());
  }

  /** What happens here, for listeners in this process. */
  public DeviceEvents events() {
    return events;
  }

  AddressDirectory addresses() {
    return addresses;
  }

  private SnapshotExport exported(DataDirectory from) {
    DeviceThread reading = new DeviceThread("flotilla-backup");
    long pace = settings.snapshots.bytesPerSecond();
    SnapshotExport export = opened(new SnapshotExport(from.snapshots(), reading, pace));
    opened(reading);
    return export;
  }

  private <T extends AutoCloseable> T opened(T resource) {
    releases.add(resource);
    return resource;
  }

  private Duration electionTimeout() {
    return Serving.electionTimeout(serving, settings.options);
  }

  private EventLoops ownLoops() {
    return opened(EventLoops.start(1, "flotilla-net"));
  }

  private void begin() throws IOException {
    lanes = NetworkStart.lanes(settings, loops, keys, address::all).map(this::opened);
    lanes.ifPresent(it -> it.report(service::report, calls::tell));
    device.prefer(addresses::isProven);
    service.open(
        new MemberAddresses(self, address::now, confirmation),
        beginning,
        new HeldAnswers(loops::after, loops::nanoTime, () -> electionTimeout().toNanos()),
        surroundings.conflicts(),
        surroundings.exclusions());
    discovery.ifPresent(surroundings::listenTo);
    settings.link.ifPresent(link -> opened(address).follow(link, new Moving(group, () -> serving)));
    Optional<GroupId> known = directory.identity().groupId();
    if (known.isPresent()) {
      serve(known.get());
      tellIfMember();
      if (readmission.isEmpty()) {
        return;
      }
    } else {
      beginning.group().whenComplete(this::begun);
      beginning.start();
    }
    var unused =
        thread.scheduleWithFixedDelay(
            this::beAsked, 0, Surroundings.PROBE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** As long as the server belongs to no group, or waits to come back into it. */
  private void beAsked() {
    if (founded.isDone() || (serving != null && readmission.isEmpty())) {
      return;
    }
    surroundings.probe(beginning.role());
    surroundings.look(
        serving == null ? beginning.waitingFor() : Optional.empty(), System.nanoTime());
  }

  /** On the device's thread. */
  private void begun(@Nullable GroupId id, @Nullable Throwable failure) {
    try {
      if (id == null) {
        fail("it is not part of the group", failure);
      } else if (!isEnding) {
        serve(id);
        device.setScopes(List.of(RaftNames.scope(group), RaftNames.scope(id)));
        // The very last, since dependents may close this device.
        tellIfMember();
      }
    } catch (IOException | RuntimeException | Error e) {
      fail("cannot serve", e);
    }
  }

  /** A founder is a member at once; who joins, when its log names it. */
  private void tellIfMember() {
    Serving now = serving;
    if (now == null || founded.isDone()) {
      return;
    }
    boolean isFounder = now.membership().founders().isVoter(self);
    if (isFounder || now.node().status().configuration().isMember(self)) {
      founded.complete(now.membership().group());
    }
  }

  /** Only who has been a member can be removed; who joins meets older configurations first. */
  private void tellIfRemoved(NodeStatus status) {
    OptionalLong index = status.leftOutAt();
    if (index.isPresent() && founded.isDone() && !removed.isDone()) {
      LOG.info(
          "{} is no member of group '{}' any more, by entry {}: it can be stopped",
          self.id(),
          group,
          index.getAsLong());
      removed.complete(index.getAsLong());
    }
  }

  /** The group exists: starts the node. On the device's thread, or before anything runs there. */
  private void serve(GroupId id) throws IOException {
    Optional<FoundingList> list = beginning.accepted();
    Configuration founders = list.map(FoundingList::configuration).orElse(Configuration.NONE);
    Membership membership = new Membership(id, self, founders);
    confirmation.belongsTo(id);
    surroundings.belongsTo(id);
    list.map(FoundingList::founders).orElse(List.of()).stream()
        .filter(founder -> !founder.member().equals(self))
        .forEach(founder -> addresses.named(founder.member().id(), founder.address()));
    DpwsTransport transport = transport(membership);
    lanes.ifPresent(transport::over);
    transport.tend(loops.nanoTime());
    RaftNode node =
        NodeStart.start(settings, membership, directory, machine, memory, transport, loops.one());
    transport.deliverTo(node::receive, node::status, node::callable);
    transport.reportUnsendableTo(node::unsendable);
    Serving begun =
        new Serving(
            membership,
            node,
            transport,
            () -> readmission.flatMap(MemberReplacementRun::waitingFor),
            settings.options.timing());
    serving = begun;
    service.serve(begun);
    readmission.ifPresent(it -> it.start(node::status));
    CommitNotes commits = new CommitNotes(new FileDisk(settings.dataDirectory), System.nanoTime());
    events.serve(id, node);
    DeviceUpkeep upkeep =
        new DeviceUpkeep(
            thread,
            System::nanoTime,
            DeviceUpkeep.Node.of(node),
            nowNanos -> {
              long tended = transport.tend(loops.nanoTime());
              tellIfMember();
              NodeStatus status = node.status();
              tellIfRemoved(status);
              commits.look(status.commitIndex(), nowNanos);
              return Math.min(tended, watches.look(id, node, status, nowNanos));
            });
    transport.wakeBy(upkeep::wake);
    upkeep.start();
    node.stopped()
        .whenComplete(
            (nothing, cause) -> {
              if (cause != null) {
                // Not here: dependents may close the node, which waits for this thread of it.
                Thread failing =
                    new Thread(() -> fail("its node stopped", cause), "flotilla-failed");
                failing.setDaemon(true);
                failing.start();
              }
            });
    LOG.info("{} serves in group '{}' ({}) at {}", self.id(), group, id, address.now());
  }

  private DpwsTransport transport(Membership membership) {
    return new DpwsTransport(
        membership,
        address::now,
        settings.options,
        confirmation,
        loops,
        surroundings::lost,
        keys,
        settings.encoding);
  }

  private void fail(String what, @Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    Throwable known = cause == null ? new IllegalStateException(what) : cause;
    LOG.error("{} of group '{}' serves no more: {}: {}", self.id(), group, what, known.toString());
    founded.completeExceptionally(known);
    failed.complete(known);
  }

  /** Stops the node, which answers everybody who waits. On the device's thread. */
  private @Nullable Object end() {
    isEnding = true;
    Serving now = serving;
    if (now != null) {
      now.node().close();
      now.transport().close();
    }
    return null;
  }

  private void closeDirectory() throws IOException {
    // A node that was started has closed it already.
    if (serving == null) {
      directory.close();
    }
  }
}
