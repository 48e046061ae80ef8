package dev.flotilla.server;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.DpwsGroupClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that asks servers. */
final class ClientOptions {
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int MAX_TIMEOUT_SECONDS = 86_400;

  @Option(
      names = "--interface",
      paramLabel = "IF",
      description = "The network interface on which servers are searched; loopback unless told.")
  private @Nullable String networkInterface;

  @Option(
      names = "--servers",
      paramLabel = "URL",
      split = ",",
      description = "RAFT_Service URLs of servers, where multicast does not reach.")
  private List<URI> servers = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long to try; ${DEFAULT-VALUE} unless told.")
  private int timeoutSeconds;

  @Option(
      names = "--forget",
      description = "Neither reads nor writes remembered addresses (below ~/.cache/flotilla).")
  private boolean forget;

  GroupClient connect(String group) throws CommandFailure {
    if (timeoutSeconds < 1 || timeoutSeconds > MAX_TIMEOUT_SECONDS) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--timeout is 1 to " + MAX_TIMEOUT_SECONDS + " seconds, not " + timeoutSeconds);
    }
    try {
      return DpwsGroupClient.connect(settings(group));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }

  Optional<String> networkInterface() {
    return Optional.ofNullable(networkInterface);
  }

  private ClientSettings settings(String group) {
    return new ClientSettings(
        group,
        timeoutSeconds * MILLIS_PER_SECOND,
        ClientSettings.DEFAULT_ATTEMPT_TIMEOUT_MILLIS,
        RetryPolicy.DEFAULT,
        networkInterface(),
        servers,
        forget ? Optional.empty() : addressFile(group, System.getenv()),
        ClientSettings.DEFAULT_MAX_PENDING_CALLS);
  }

  /** Where the XDG base directory specification puts caches; nowhere without a home. */
  static Optional<Path> addressFile(String group, Map<String, String> environment) {
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    if (cache.isEmpty() && home.isEmpty()) {
      return Optional.empty();
    }
    Path base = cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
    return Optional.of(base.resolve("flotilla").resolve(group + ".addresses"));
  }
}
