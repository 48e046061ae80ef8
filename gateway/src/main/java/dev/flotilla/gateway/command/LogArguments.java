package dev.flotilla.gateway.command;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.gateway.log.GatewayWatch;
import dev.flotilla.gateway.log.GroupLog;
import dev.flotilla.gateway.log.KeyRetention;
import dev.flotilla.gateway.log.LogOptions;
import dev.flotilla.gateway.log.LogOptions.Mode;
import dev.flotilla.gateway.log.MemoryLog;
import dev.flotilla.gateway.log.RequestLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about what a gateway keeps of requests. */
final class LogArguments {

  /** A request waits so long for the log; more than an election takes on a busy machine. */
  private static final int GROUP_TIMEOUT_MILLIS = 30_000;

  private static final int MAX_WAITING_CALLS = 10_000;

  @Option(
      names = "--log",
      paramLabel = "MODE",
      defaultValue = "none",
      description =
          "none (default): keeps nothing but answers of keys, in memory. async: "
              + "logs a request while it forwards it. sync: forwards a request when a "
              + "majority of the group has it on disk.")
  private String mode = "none";

  @Option(
      names = "--log-reads",
      description = "Logs GET, HEAD and OPTIONS, too, although nobody waits for a lost answer.")
  private boolean logsReads;

  @Option(
      names = "--key-seconds",
      paramLabel = "N",
      defaultValue = "" + KeyRetention.DEFAULT_SECONDS,
      description = "How long the answer of an Idempotency-Key is kept. Default: ${DEFAULT-VALUE}.")
  private int keySeconds;

  @Option(
      names = "--key-bytes",
      paramLabel = "N",
      description =
          "What the answers that this gateway keeps may take; without room new keys are refused. "
              + "Default: 268435456 with a log, an eighth of the heap, up to 67108864, without.")
  private @Nullable Long keyBytes;

  @Option(
      names = "--dead-millis",
      paramLabel = "N",
      defaultValue = "4000",
      description =
          "After which silence another gateway counts as dead. Default: ${DEFAULT-VALUE}.")
  private int deadMillis;

  @Option(
      names = "--group",
      paramLabel = "G",
      description = "The group of servers that keeps the log.")
  private @Nullable String group;

  @Option(
      names = "--interface",
      paramLabel = "IF",
      description = "The network interface for the search for servers. Default: loopback.")
  private @Nullable String networkInterface;

  @Option(
      names = "--servers",
      paramLabel = "URL",
      split = ",",
      description = "RAFT_Service URLs of servers, for networks without multicast.")
  private List<URI> servers = new ArrayList<>();

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      description = "Speaks TLS with the group, with the keys in this directory.")
  private @Nullable Path keys;

  /** The interface for the search, of servers and of agents; null for loopback. */
  @Nullable String networkInterface() {
    return networkInterface;
  }

  RequestLog open() throws GatewayFailure {
    if (mode.equals("none") && group != null) {
      throw new GatewayFailure(
          GatewayFailure.USAGE, "--group needs --log async or --log sync, not --log none");
    }
    if (mode.equals("none")) {
      return new MemoryLog(retention(KeyRetention.inMemory()));
    }
    String name = group;
    if (name == null) {
      throw new GatewayFailure(GatewayFailure.USAGE, "--log " + mode + " needs --group");
    }
    try {
      return new GroupLog(DpwsGroupClient.wire(settings(name)), options(), GatewayWatch.newName());
    } catch (IllegalArgumentException e) {
      throw new GatewayFailure(GatewayFailure.USAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new GatewayFailure(GatewayFailure.NETWORK, String.valueOf(e.getMessage()), e);
    }
  }

  private LogOptions options() throws GatewayFailure {
    LogOptions options =
        LogOptions.of(logMode()).withDeadMillis(deadMillis).with(retention(KeyRetention.inGroup()));
    if (logsReads) {
      options = options.withReads();
    }
    return options;
  }

  private KeyRetention retention(KeyRetention defaults) throws GatewayFailure {
    try {
      return new KeyRetention(keySeconds, keyBytes == null ? defaults.maxBytes() : keyBytes);
    } catch (IllegalArgumentException e) {
      throw new GatewayFailure(GatewayFailure.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private Mode logMode() throws GatewayFailure {
    return switch (mode) {
      case "async" -> Mode.ASYNC;
      case "sync" -> Mode.SYNC;
      default ->
          throw new GatewayFailure(
              GatewayFailure.USAGE, "--log is none, async or sync, not '" + mode + "'");
    };
  }

  /** The name of the group; empty if there is none. */
  String groupName() {
    return group == null ? "" : group;
  }

  private ClientSettings settings(String name) {
    return ClientSettings.of(name)
        .withTimeout(Duration.ofMillis(GROUP_TIMEOUT_MILLIS))
        .withNetwork(Network.on(networkInterface == null ? List.of() : List.of(networkInterface)))
        .withServers(servers)
        .withCalls(ClientSettings.DEFAULT_MAX_PENDING_CALLS, MAX_WAITING_CALLS)
        .withKeys(keys);
  }
}
