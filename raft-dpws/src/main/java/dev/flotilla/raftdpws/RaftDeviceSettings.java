package dev.flotilla.raftdpws;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.http.HostPolicy;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.link.Interfaces;
import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.dpws.link.LinkWatch;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.node.MessageSender;
import dev.flotilla.node.snapshot.SnapshotOptions;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.admission.AdmissionPolicy;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.founding.FoundingPlan;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a server at its start. A builder fills it; it does not change afterwards.
 *
 * <p>A server that has been part of a founded group needs its data directory only.
 */
public final class RaftDeviceSettings {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** Everything that it must not forget; nobody else's. */
  final Path dataDirectory;

  /** The group's name; may be left out for a directory that has one. */
  Optional<String> group = Optional.empty();

  /** How many servers found the group; may be left out once it is founded. */
  Optional<Integer> expect = Optional.empty();

  /** How it comes to its group; of no meaning once it belongs to one. */
  BootstrapMode arrival = BootstrapMode.FOUNDS;

  /** Which of several groups of the name is the right one; may be left out. */
  Optional<GroupId> groupId = Optional.empty();

  /** What it does if its data directory is damaged. */
  OnDamage onDamage = OnDamage.REPLACE;

  /** Where it listens; port 0 takes a free one. */
  InetSocketAddress listenAt = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /**
   * The network interfaces on all of whose addresses it listens, also when they change; empty to
   * stay where it is.
   */
  Optional<LinkWatch.Link> link = Optional.empty();

  /** RAFT_Service URLs of other servers, asked beside what discovery finds. */
  final List<URI> staticPeers = new ArrayList<>();

  /** How it announces itself and hears of others; empty for static peers only. */
  Optional<DiscoverySettings> discovery = Optional.empty();

  /** The bounds and intervals of the protocol. */
  RaftOptions options = RaftOptions.DEFAULT;

  /** When snapshots of the state machine are taken. */
  SnapshotOptions snapshots = SnapshotOptions.DEFAULT;

  /** Which changes of members it makes by itself while it leads. */
  AdmissionPolicy admission = AdmissionPolicy.MANUAL;

  /** Its key directory; without one it speaks no TLS. */
  Optional<Path> keys = Optional.empty();

  /** Another form of messages, used with members and clients that know it too. */
  Optional<MessageEncoding> encoding = Optional.empty();

  /** By which names it may be called beside its addresses, and by which web pages. */
  HostPolicy hosts = HostPolicy.DEFAULT;

  /** What people call the server, shown beside its id; empty if it has no name. */
  Optional<String> memberName = Optional.empty();

  /** Served beside the WSDL of FlotillaClientService, by name. */
  final Map<String, HttpResource> documents = new HashMap<>();

  /** Shared with others and left open; empty to have two threads of its own. */
  Optional<EventLoops> eventLoops = Optional.empty();

  /** Carries messages to the other members beside SOAP. */
  Optional<Transport> transport = Optional.empty();

  /** Wraps what sends to the other members; changes nothing by default. */
  UnaryOperator<MessageSender> sender = UnaryOperator.identity();

  private RaftDeviceSettings(Path dataDirectory) {
    this.dataDirectory = dataDirectory;
  }

  /** Whether a server may have that name. */
  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Starts with a data directory, loopback, any port, and discovery. */
  public static Builder builder(Path dataDirectory) {
    return new Builder(dataDirectory);
  }

  /** Collects settings, once; refuses nonsense with the reason. Not thread-safe. */
  public static final class Builder {
    private static final int MAX_PORT = 65_535;

    /** In base64 this is far below {@link RaftContract#MAX_ENVELOPE_BYTES}. */
    private static final int MAX_CHUNK_BYTES = 1024 * 1024;

    private final RaftDeviceSettings settings;
    private final List<NetworkInterface> networkInterfaces = new ArrayList<>();
    private Exposure exposure = Exposure.LOOPBACK_ONLY;
    private int port;
    private boolean discovers = true;
    private @Nullable InetSocketAddress discoveryProxy;
    private boolean isBuilt;

    private Builder(Path dataDirectory) {
      this.settings = new RaftDeviceSettings(dataDirectory);
    }

    /**
     * Sets the group's name.
     *
     * @throws IllegalArgumentException if it is not 1 to 64 letters, digits, dots, - and _
     */
    public Builder group(String name) {
      RaftNames.scope(name);
      settings.group = Optional.of(name);
      return this;
    }

    /**
     * Sets how many servers found the group, this one included.
     *
     * @throws IllegalArgumentException if no group has that size
     */
    public Builder expect(int servers) {
      if (servers < 1 || servers > FoundingPlan.MAX_SIZE) {
        throw new IllegalArgumentException(
            "a group is founded by 1 to %s servers, not %s"
                .formatted(FoundingPlan.MAX_SIZE, servers));
      }
      settings.expect = Optional.of(servers);
      return this;
    }

    /** Sets another form of messages than XML, such as EXI; XML is always understood. */
    public Builder encoding(MessageEncoding chosen) {
      settings.encoding = Optional.of(chosen);
      return this;
    }

    /** Sets which changes of members it makes by itself while it leads; by default none. */
    public Builder admission(AdmissionPolicy policy) {
      settings.admission = policy;
      return this;
    }

    /** Joins a group that exists, instead of founding one. */
    public Builder join() {
      settings.arrival = BootstrapMode.JOINS;
      return this;
    }

    /**
     * Names the group to which the server belongs as the right one, if several have its name:
     * clients that name no id are served. Not with an empty directory, unless it joins.
     */
    public Builder groupId(GroupId id) {
      settings.groupId = Optional.of(id);
      return this;
    }

    /** Joins the group with this id, which several may have given their name to. */
    public Builder join(GroupId id) {
      settings.groupId = Optional.of(id);
      return join();
    }

    /** Sets what it does if its data directory is damaged; it comes back by itself if not set. */
    public Builder onDamage(OnDamage chosen) {
      settings.onDamage = chosen;
      return this;
    }

    /**
     * Adds a network interface on which it listens and announces itself, by the addresses that it
     * has from time to time; loopback if none is added. Others than loopback need {@link #keys}, or
     * {@link Exposure#INSECURE}. With keys it listens on addresses of IPv4 and IPv6, without on
     * those of IPv6 only if there are none of IPv4.
     */
    public Builder networkInterface(NetworkInterface chosen) {
      networkInterfaces.add(chosen);
      return this;
    }

    /** Sets whose addresses it follows; the chosen interfaces' if not set. */
    Builder link(LinkWatch.Link chosen) {
      settings.link = Optional.of(chosen);
      return this;
    }

    /**
     * Sets its key directory: it speaks TLS only, to holders of certificates of its group, and is
     * the member that its certificate names.
     */
    public Builder keys(Path directory) {
      settings.keys = Optional.of(directory);
      return this;
    }

    /** Sets who may reach the server if it has no keys. */
    public Builder exposure(Exposure chosen) {
      exposure = chosen;
      return this;
    }

    /**
     * Sets the port; a free one if not set, or 0.
     *
     * @throws IllegalArgumentException if there is no such port
     */
    public Builder port(int chosen) {
      if (chosen < 0 || chosen > MAX_PORT) {
        throw new IllegalArgumentException("a port is 0 to %s, not %s".formatted(MAX_PORT, chosen));
      }
      port = chosen;
      return this;
    }

    /**
     * Adds addresses of other servers, for networks that multicast does not cross.
     *
     * @param addresses URLs of which host and port count
     * @throws IllegalArgumentException if one is not an http URL
     */
    public Builder staticPeers(List<URI> addresses) {
      addresses.stream().map(RaftAddress::required).forEach(settings.staticPeers::add);
      return this;
    }

    /** Sets how it announces itself and hears of others; on the chosen interface if not set. */
    public Builder discovery(DiscoverySettings chosen) {
      settings.discovery = Optional.of(chosen);
      discovers = true;
      return this;
    }

    /** Sets a discovery proxy that hears what the multicast group does, and answers for others. */
    public Builder discoveryProxy(InetSocketAddress address) {
      discoveryProxy = address;
      return this;
    }

    /** Neither announces itself nor hears of others; static peers only. */
    public Builder withoutDiscovery() {
      discovers = false;
      return this;
    }

    /**
     * Sets the bounds and intervals of the protocol.
     *
     * @throws IllegalArgumentException if a piece of a snapshot would not fit into a message
     */
    public Builder options(RaftOptions chosen) {
      int chunkBytes = chosen.compaction().maxChunkBytes();
      if (chunkBytes > MAX_CHUNK_BYTES) {
        throw new IllegalArgumentException(
            "maxChunkBytes must be at most %s for a SOAP message to carry it, not %s"
                .formatted(MAX_CHUNK_BYTES, chunkBytes));
      }
      settings.options = chosen;
      return this;
    }

    /** Sets when snapshots of the state machine are taken, if it is one that can be restored. */
    public Builder snapshots(SnapshotOptions chosen) {
      settings.snapshots = chosen;
      return this;
    }

    /** Serves a document beside the WSDL of FlotillaClientService. */
    public Builder document(String name, HttpResource content) {
      settings.documents.put(name, content);
      return this;
    }

    /**
     * Sets by which names it may be called beside its addresses, and by which web pages. Default:
     * {@code localhost} on loopback, and no web pages.
     */
    public Builder hosts(HostPolicy chosen) {
      settings.hosts = chosen;
      return this;
    }

    /** Shares event loops, which stay open. */
    public Builder eventLoops(EventLoops shared) {
      settings.eventLoops = Optional.of(shared);
      return this;
    }

    /** Sets what carries messages to the other members that have it too, in place of SOAP. */
    public Builder transport(Transport chosen) {
      settings.transport = Optional.of(chosen);
      return this;
    }

    /**
     * Sets what people call the server. Its identity stays its id: two members may have one name.
     *
     * @throws IllegalArgumentException unless it is 1 to 64 letters, digits, '.', '_' and '-'
     */
    public Builder memberName(String chosen) {
      if (!isName(chosen)) {
        throw new IllegalArgumentException(
            "the name of a server is 1 to 64 letters, digits, '.', '_' and '-', and begins with a"
                + " letter or digit, not '"
                + chosen
                + "'");
      }
      settings.memberName = Optional.of(chosen);
      return this;
    }

    /**
     * Wraps what sends to the other members, for experiments that lose or delay messages. The
     * wrapper keeps the contract of {@link MessageSender}; it is made once, before the node starts.
     */
    public Builder sender(UnaryOperator<MessageSender> wrapper) {
      settings.sender = wrapper;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if they contradict each other, or would expose the server
     * @throws IllegalStateException if the machine has no loopback interface, or this was built
     *     before
     */
    public RaftDeviceSettings build() {
      if (isBuilt) {
        throw new IllegalStateException("these settings are built; another server needs a builder");
      }
      isBuilt = true;
      List<NetworkInterface> chosen =
          networkInterfaces.isEmpty() ? List.of(Interfaces.loopback()) : networkInterfaces;
      requireKeysForAdmission();
      settings.transport.ifPresent(this::requireKeysOf);
      chosen.forEach(this::requireExposureAllowed);
      if (settings.arrival == BootstrapMode.JOINS && settings.expect.isPresent()) {
        throw new IllegalArgumentException(
            "a server either founds a group with so many others, or joins one that exists; expect "
                + settings.expect.get()
                + " or join, not both");
      }
      settings.listenAt = new InetSocketAddress(firstAddress(chosen), port);
      settings.link = settings.link.or(() -> LinkWatch.Link.to(chosen, ipv6()));
      settings.discovery =
          discovers
              ? Optional.of(
                  proxied(settings.discovery.orElseGet(() -> DiscoverySettings.on(chosen))))
              : Optional.empty();
      return settings;
    }

    private DiscoverySettings proxied(DiscoverySettings sound) {
      return discoveryProxy == null ? sound : sound.withProxy(discoveryProxy);
    }

    private void requireKeysForAdmission() {
      if (settings.keys.isEmpty()
          && settings.admission.admits() == AdmissionPolicy.Admits.CERTIFIED) {
        throw new IllegalArgumentException(
            "without keys no certificate admits a server; use keys, or admit learners");
      }
    }

    private void requireKeysOf(Transport chosen) {
      String name = chosen.name();
      if (!name.matches("[a-z0-9-]{1," + Transport.MAX_NAME_CHARS + "}")) {
        throw new IllegalArgumentException(
            "transport '%s' has no valid name; use 1 to %s small letters, digits and hyphens"
                .formatted(name, Transport.MAX_NAME_CHARS));
      }
      if (settings.keys.isPresent() && !chosen.usesKeys()) {
        throw new IllegalArgumentException(
            "transport '%s' does not use the keys of the group (usesKeys() is false), so anybody could speak as a member; start without it, or with a transport that does"
                .formatted(name));
      }
    }

    private void requireExposureAllowed(NetworkInterface chosen) {
      if (settings.keys.isEmpty()
          && exposure == Exposure.LOOPBACK_ONLY
          && !Interfaces.isLoopback(chosen)) {
        throw new IllegalArgumentException(
            ("interface %s can be reached from other machines, and without keys anybody there could"
                    + " change the group's state; give a key directory (--keys DIR, .keys(Path) in"
                    + " the API), choose the loopback interface, or allow it with --insecure"
                    + " (.insecure())")
                .formatted(chosen.getName()));
      }
    }

    private LinkState.Ipv6 ipv6() {
      return settings.keys.isEmpty() ? LinkState.Ipv6.WITHOUT_IPV4 : LinkState.Ipv6.ALWAYS;
    }

    /** The others are listened on when the interfaces are followed. */
    private InetAddress firstAddress(List<NetworkInterface> chosen) {
      return chosen.stream()
          .flatMap(nic -> LinkState.callable(nic.inetAddresses(), ipv6()).stream())
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "interface "
                          + String.join(
                              ", ", chosen.stream().map(NetworkInterface::getName).toList())
                          + " has no address that others can call (IPv4, or IPv6 that is not"
                          + " link-local); is it up?"));
    }
  }
}
