package dev.flotilla.gateway.command;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.gateway.log.GatewayWatch;
import dev.flotilla.gateway.log.GroupLog;
import dev.flotilla.gateway.log.LogOptions;
import dev.flotilla.gateway.log.LogOptions.Mode;
import dev.flotilla.gateway.log.MemoryLog;
import dev.flotilla.gateway.log.RequestLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about what a gateway keeps of requests. */
final class LogArguments {
  private static final int MEMORY_ANSWERS = 10_000;
  private static final long MEMORY_BYTES = 64L << 20;

  /** A request waits so long for the log before it is refused; more than an election takes. */
  private static final int GROUP_TIMEOUT_MILLIS = 10_000;

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
      names = "--finish",
      paramLabel = "WHAT",
      defaultValue = "all",
      description =
          "What to execute again of a gateway that died. all (default): PUT, "
              + "DELETE, and requests with an Idempotency-Key. keys: the latter only.")
  private String finish = "all";

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
    if (mode.equals("none")) {
      return new MemoryLog(MEMORY_ANSWERS, MEMORY_BYTES);
    }
    String name = group;
    if (name == null) {
      throw new GatewayFailure(GatewayFailure.USAGE, "--log " + mode + " needs --group");
    }
    try {
      return new GroupLog(
          DpwsGroupClient.connect(settings(name)), options(), GatewayWatch.newName());
    } catch (IllegalArgumentException e) {
      throw new GatewayFailure(GatewayFailure.USAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new GatewayFailure(GatewayFailure.NETWORK, String.valueOf(e.getMessage()), e);
    }
  }

  private LogOptions options() throws GatewayFailure {
    LogOptions options = LogOptions.of(logMode()).withDeadMillis(deadMillis);
    if (logsReads) {
      options = options.withReads();
    }
    return switch (finish) {
      case "all" -> options;
      case "keys" -> options.finishingKeysOnly();
      default ->
          throw new GatewayFailure(
              GatewayFailure.USAGE, "--finish is all or keys, not '" + finish + "'");
    };
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
    return new ClientSettings(
        name,
        GROUP_TIMEOUT_MILLIS,
        ClientSettings.DEFAULT_ATTEMPT_TIMEOUT_MILLIS,
        RetryPolicy.DEFAULT,
        Network.on(networkInterface == null ? List.of() : List.of(networkInterface)),
        servers,
        Optional.empty(),
        ClientSettings.DEFAULT_MAX_PENDING_CALLS,
        MAX_WAITING_CALLS,
        Optional.ofNullable(keys),
        Optional.empty());
  }
}
