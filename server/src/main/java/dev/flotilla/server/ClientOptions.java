package dev.flotilla.server;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.GroupFinder;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.dpws.tls.KeysUnusable;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The options of every command that asks servers. */
final class ClientOptions {
  private static final Logger LOG = LoggerFactory.getLogger(ClientOptions.class);
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

  @Option(
      names = "--interface",
      paramLabel = "IF",
      split = ",",
      description =
          "A network interface to search for servers, or 'all'. May be repeated. Default:"
              + " loopback.")
  private List<String> interfaces = new ArrayList<>();

  @Option(
      names = "--discovery-proxy",
      paramLabel = "HOST:PORT",
      converter = ProxyAddress.class,
      description = "A discovery proxy that is asked, too, by UDP.")
  private @Nullable InetSocketAddress discoveryProxy;

  @Option(
      names = "--servers",
      paramLabel = "URL",
      split = ",",
      description = "RAFT_Service URLs of servers, for networks without multicast.")
  private List<URI> servers = new ArrayList<>();

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      description = "Speaks TLS only, with the keys in this directory.")
  private @Nullable Path keys;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationText.Seconds.class,
      defaultValue = "10s",
      description = "How long to try, as 500ms, 10s or 5m. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = ClientSettings.DEFAULT_TIMEOUT;

  @Option(
      names = "--forget",
      description = "Ignores the remembered group and addresses (in ~/.cache/flotilla).")
  private boolean forget;

  @Option(
      names = "--group-id",
      paramLabel = "ID",
      description = "The id of the group that is meant, if several have the name.")
  private @Nullable String groupId;

  WireClient connect(String group) throws CommandFailure {
    return connect(group, timeoutMillis());
  }

  /** For a group that answered just now: one that does so no more is not waited for. */
  WireClient connectBriefly(String group) throws CommandFailure {
    return connect(group, Math.min(timeoutMillis(), MILLIS_PER_SECOND));
  }

  /** The groups that answer. */
  GroupFinder.Found groups() throws CommandFailure {
    check(timeout);
    try {
      return GroupFinder.find(network(), servers, Optional.ofNullable(keys), timeout);
    } catch (IOException | IllegalArgumentException e) {
      throw failure(e);
    }
  }

  /**
   * Why servers refused. If none knew a leader, it asks them all once more whether a majority is
   * there, which takes a second.
   */
  String explained(WireClient connected, String group, RefusalReason reason, String detail) {
    if (reason == RefusalReason.WRONG_GROUP && memory(group).filter(Files::exists).isPresent()) {
      return detail + "; --forget does without the remembered addresses";
    } else if (reason == RefusalReason.FORBIDDEN) {
      return detail + "; 'flotilla keys issue' makes keys with another --role";
    } else if (reason != RefusalReason.NO_LEADER) {
      return detail;
    }
    List<StatusResponse> servers = connected.responses().toCompletableFuture().join();
    return MemberRoll.withoutLeader(servers).map(it -> it + "; " + detail).orElse(detail);
  }

  /** Where servers are searched. */
  Network network() {
    return new Network(interfaces, Optional.ofNullable(discoveryProxy));
  }

  /** The key directory, if one is named. */
  Optional<Path> keys() {
    return Optional.ofNullable(keys);
  }

  boolean hasGroupId() {
    return groupId != null;
  }

  /**
   * Those of the group whose id is named, if one is: every server of the name answers.
   *
   * @throws CommandFailure if servers have answered, and none of them is of that group
   */
  List<StatusResponse> ofGroup(List<StatusResponse> servers) throws CommandFailure {
    if (groupId == null) {
      return servers;
    }
    List<StatusResponse> ofGroup =
        servers.stream()
            .filter(it -> it.group().filter(id -> id.value().equals(groupId)).isPresent())
            .toList();
    if (ofGroup.isEmpty() && !servers.isEmpty()) {
      String others =
          servers.stream()
              .map(it -> it.group().map(GroupId::value).orElse("not founded yet"))
              .distinct()
              .collect(Collectors.joining(", "));
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "no server of the group with the id %s has answered; those of this name are of %s"
              .formatted(groupId, others));
    }
    return ofGroup;
  }

  /** For whoever asks all that there are, with whichever id, at more addresses than were named. */
  WireClient connectToAny(String group, List<URI> more) throws CommandFailure {
    List<URI> all = new ArrayList<>(servers);
    all.addAll(more);
    return connect(group, timeoutMillis(), all, Optional.empty());
  }

  private WireClient connect(String group, int timeoutMillis) throws CommandFailure {
    return connect(group, timeoutMillis, servers, memory(group));
  }

  private WireClient connect(
      String group, int timeoutMillis, List<URI> servers, Optional<Path> memory)
      throws CommandFailure {
    try {
      return DpwsGroupClient.wire(settings(group, timeoutMillis, servers, memory));
    } catch (IOException | IllegalArgumentException e) {
      throw failure(e);
    }
  }

  private static CommandFailure failure(Exception e) {
    boolean isNetwork = e instanceof IOException && !(e instanceof KeysUnusable);
    ExitCode code = isNetwork ? ExitCode.NETWORK : ExitCode.USAGE;
    return new CommandFailure(code, String.valueOf(e.getMessage()), e);
  }

  /** How long a command may try. */
  int timeoutMillis() throws CommandFailure {
    check(timeout);
    return (int) timeout.toMillis();
  }

  /** Refuses a time limit that is none. */
  static void check(Duration limit) throws CommandFailure {
    if (limit.isZero() || limit.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new CommandFailure(
          ExitCode.USAGE, "--timeout is 1 ms to 1 day, not %s ms".formatted(limit.toMillis()));
    }
  }

  private ClientSettings settings(
      String group, int timeoutMillis, List<URI> servers, Optional<Path> memory) {
    ClientSettings settings =
        ClientSettings.of(group)
            .withTimeout(Duration.ofMillis(timeoutMillis))
            .withNetwork(network())
            .withServers(servers)
            .withAddressFile(memory.orElse(null))
            .withKeys(keys);
    return groupId == null ? settings : settings.withGroupId(groupId);
  }

  private Optional<Path> memory(String group) {
    return forget ? Optional.empty() : addressFile(group, System.getenv());
  }

  /** Where the XDG base directory specification puts caches; nowhere without a usable home. */
  static Optional<Path> addressFile(String group, Map<String, String> environment) {
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    if (cache.isEmpty() && home.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path base = cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
      return Optional.of(base.resolve("flotilla").resolve(group + ".addresses"));
    } catch (InvalidPathException e) {
      LOG.debug("addresses are not remembered: {}", e.getMessage());
      return Optional.empty(); // This locale has no bytes for a letter of the home's name.
    }
  }
}
