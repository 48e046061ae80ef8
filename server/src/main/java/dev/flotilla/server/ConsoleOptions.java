package dev.flotilla.server;

import dev.flotilla.FlotillaServer;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.console.ConsoleServer;
import dev.flotilla.console.ConsoleSettings;
import dev.flotilla.console.ConsoleSettings.Exposure;
import dev.flotilla.console.GroupSource;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The web page of a server, if it is to have one. */
final class ConsoleOptions {
  @Option(
      names = "--console",
      paramLabel = "[HOST:]PORT",
      description = {
        "Serves a web page that shows the group, and records what it shows. Default host:"
            + " 127.0.0.1.",
        "Port 0: a free one."
      })
  private @Nullable String console;

  @Option(
      names = "--insecure-console",
      description = {
        "Lets --console serve beyond loopback. Every host that reaches the port sees the group,",
        "unencrypted, and can start and stop recordings."
      })
  private boolean insecure;

  @Option(
      names = "--console-recordings",
      paramLabel = "DIR",
      description =
          "Where recordings are. Default: flotilla-recordings/G in the working directory.")
  private @Nullable Path recordings;

  /** Refuses nonsense before a server starts. */
  void check() {
    if (console == null && (insecure || recordings != null)) {
      throw new IllegalArgumentException(
          "--insecure-console and --console-recordings need --console [HOST:]PORT");
    }
    if (console != null) {
      settings(console, "any", List.of());
    }
  }

  /**
   * Starts the page, if there is to be one.
   *
   * @param hostNames names by which browsers may call it
   */
  Optional<ConsoleServer> start(FlotillaServer server, List<String> hostNames)
      throws CommandFailure {
    if (console == null) {
      return Optional.empty();
    }
    try {
      GroupAdmin admin = server.admin();
      GroupSource source = new GroupSource(server.groupName(), admin);
      ConsoleServer page =
          ConsoleServer.start(settings(console, server.groupName(), hostNames), source);
      server.listen(
          event -> {
            if (source.heard(event)) {
              page.refresh();
            }
          },
          missed -> page.refresh());
      return Optional.of(page);
    } catch (IOException e) {
      ExitCode code = e instanceof BindException ? ExitCode.PORT_IN_USE : ExitCode.NETWORK;
      throw new CommandFailure(code, String.valueOf(e.getMessage()), e);
    }
  }

  private ConsoleSettings settings(String address, String group, List<String> hostNames) {
    return new ConsoleSettings(
        ConsoleSettings.addressOf(address),
        insecure ? Exposure.INSECURE : Exposure.LOOPBACK,
        Set.copyOf(hostNames),
        recordings == null ? Arguments.path("flotilla-recordings", group) : recordings,
        ConsoleSettings.DEFAULT_MAX_RECORDING_BYTES);
  }
}
