package dev.flotilla.raftdpws;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.node.loop.MemoryShares;
import dev.flotilla.raftdpws.admission.AdmissionRun;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.keys.Rights;
import dev.flotilla.raftdpws.peer.FrameLanes;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.identity.DirectoryIdentity;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Opens what a server has on the network: its discovery and its device. Blocks for a moment. */
final class NetworkStart {
  private NetworkStart() {}

  /**
   * Discovery as the settings want it, on a thread of its own, so that no number of datagrams holds
   * up connections to members.
   *
   * @param disk the data directory, which remembers the last InstanceId
   * @param releases closes the thread and the sockets
   * @throws NetworkUnusable if an interface cannot be used
   */
  static Optional<Discovery> discovery(RaftDeviceSettings settings, Disk disk, Releases releases)
      throws IOException {
    if (settings.discovery.isEmpty()) {
      return Optional.empty();
    }
    EventLoops apart = EventLoops.start(1, "flotilla-discovery");
    releases.add(apart);
    DiscoverySettings own =
        settings
            .discovery
            .get()
            .withEventLoops(apart)
            .withInstanceId(new InstanceFile(disk).next(Instant.now().getEpochSecond()));
    try {
      Discovery opened = Discovery.open(own);
      releases.add(opened);
      return Optional.of(opened);
    } catch (IOException e) {
      throw new NetworkUnusable(e);
    }
  }

  /**
   * The device of a server, which listens and is announced when this returns.
   *
   * @param rights what callers may do
   * @throws PortInUse if another program has the port
   * @throws NetworkUnusable if the address cannot be had for another reason
   */
  static Device device(
      RaftDeviceSettings settings,
      DirectoryIdentity identity,
      List<HostedService> services,
      Optional<Discovery> discovery,
      EventLoops loops,
      MemoryShares memory,
      Rights rights)
      throws IOException {
    String group = identity.groupName();
    String serial = identity.member().id().uuid().toString();
    Device.Builder builder =
        RaftContract.device(identity.member().id())
            .model(ThisModel.of("Flotilla", "Flotilla server"))
            .device(new ThisDevice("Server of group " + group, null, serial))
            .scope(RaftNames.scope(group))
            .address(settings.listenAt)
            .limits(
                rights.applyTo(
                    HttpLimits.DEFAULT
                        .withMaxEnvelopeBytes(RaftContract.MAX_ENVELOPE_BYTES)
                        .withMaxBufferedBytes(memory.requestBytes())
                        .withMaxAnswerBytes(memory.answerBytes())
                        .withHosts(settings.hosts)))
            .eventLoops(loops);
    services.forEach(builder::service);
    identity.groupId().map(RaftNames::scope).ifPresent(builder::scope);
    discovery.ifPresent(builder::discovery);
    try {
      Device started = builder.start();
      settings.encoding.ifPresent(started::understand);
      return started;
    } catch (IOException e) {
      if (e.getCause() instanceof BindException && String.valueOf(e).contains("in use")) {
        throw new PortInUse(settings.listenAt, e);
      }
      throw new NetworkUnusable(e);
    }
  }

  /** What confirms where the other members are. */
  static AddressConfirmation confirmation(
      String group,
      AddressDirectory addresses,
      PeerCalls calls,
      Supplier<Duration> timeout,
      EventLoops loops) {
    return new AddressConfirmation(
        group,
        addresses,
        at -> calls.statusAgain(at, timeout.get()),
        calls::statusAnew,
        loops::nanoTime);
  }

  /**
   * The transport that the settings name, which listens when this returns.
   *
   * @param own this server's addresses as they are at the moment
   * @throws NetworkUnusable if it cannot listen
   */
  static Optional<FrameLanes> lanes(
      RaftDeviceSettings settings,
      EventLoops loops,
      Optional<GroupKeys> keys,
      Supplier<List<URI>> own)
      throws IOException {
    if (settings.transport.isEmpty()) {
      return Optional.empty();
    }
    // A server that follows interfaces gets and loses addresses, and takes connections at its own
    // only.
    InetAddress listenAt =
        settings.link.isPresent()
            ? new InetSocketAddress(0).getAddress()
            : settings.listenAt.getAddress();
    Predicate<InetAddress> isOwn =
        local -> own.get().stream().anyMatch(url -> RaftAddress.isAt(url, local));
    try {
      return Optional.of(
          FrameLanes.open(
              new FrameLanes.Own(loops, keys, listenAt, isOwn), settings.transport.get()));
    } catch (IOException e) {
      throw new NetworkUnusable(e);
    }
  }

  /** What changes members while the server leads; it asks by these calls. */
  static AdmissionRun admission(
      RaftDeviceSettings settings,
      PeerCalls calls,
      Runnable search,
      AddressConfirmation confirmation,
      Executor thread) {
    return new AdmissionRun(
        settings.admission,
        settings.options.electionTimeoutMaxNanos(),
        calls,
        search,
        confirmation,
        settings.staticPeers,
        thread);
  }
}
