package dev.flotilla.server;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.link.Interfaces;
import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Enrolled;
import dev.flotilla.keys.enrolment.EnrolmentService;
import dev.flotilla.keys.enrolment.EnrolmentSettings;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Issues certificates to devices that know a secret. */
@Command(
    name = "serve",
    description = {
      "Issues keys to new devices that know a secret.",
      "Prints the secret. On each new device, 'flotilla join --group G --secret S' makes its keys.",
      "Ends when the uses are used up or the time is over. Wrong secrets slow it down."
    })
final class KeysServeCommand implements Callable<Integer> {
  private static final int MAX_MINUTES = 24 * 60;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private AuthorityOption authority = new AuthorityOption();

  @Option(
      names = "--role",
      split = ",",
      paramLabel = "ROLE",
      defaultValue = "member",
      description = "What the devices may do. Default: ${DEFAULT-VALUE}")
  private List<String> roles = List.of();

  @Option(
      names = "--interface",
      paramLabel = "IF",
      description = "The network interface to serve on. Default: loopback.")
  private @Nullable String networkInterface;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "0",
      description = "A fixed port. Default: a free one.")
  private int port;

  @Option(
      names = "--uses",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many devices may join. Default: ${DEFAULT-VALUE}")
  private int uses;

  @Option(
      names = "--for",
      paramLabel = "MINUTES",
      defaultValue = "10",
      description = "When it ends at the latest. Default: ${DEFAULT-VALUE}")
  private int minutes;

  @Override
  public Integer call() throws CommandFailure {
    return KeysCommand.finish(
        () -> {
          if (minutes < 1 || minutes > MAX_MINUTES) {
            throw new CommandFailure(
                ExitCode.USAGE, "--for is 1 to %s minutes, not %s".formatted(MAX_MINUTES, minutes));
          }
          Authority opened = authority.open();
          EnrolmentSettings settings =
              EnrolmentSettings.of(named(networkInterface), KeysCommand.roles(roles))
                  .withPort(port)
                  .withUses(uses)
                  .withDuration(Duration.ofMinutes(minutes));
          try (EnrolmentService service =
              EnrolmentService.start(opened, settings, new Printed(spec.commandLine().getOut()))) {
            announce(opened, service);
            var unused = service.ended().toCompletableFuture().join();
            print("ended: %s devices have keys now".formatted(service.used()));
          }
        });
  }

  private void announce(Authority opened, EnrolmentService service) {
    print("secret " + service.secret().text());
    print(
        "on each new device: flotilla join --group %s --secret %s%s"
            .formatted(
                opened.group(),
                service.secret().text(),
                networkInterface == null ? "" : " --interface IF"));
    print(
        service.isAnnounced()
            ? "waiting at " + HostPort.of(service.address())
            : "waiting, and no device can find it: add --at %s on each device"
                .formatted(HostPort.of(service.address())));
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /** The interface of that name; loopback if none is named. */
  static NetworkInterface named(@Nullable String name) throws CommandFailure {
    try {
      return name == null ? Interfaces.loopback() : Interfaces.named(name);
    } catch (SocketException | IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.NETWORK, String.valueOf(e.getMessage()), e);
    }
  }

  /** A line for each device. */
  private record Printed(PrintWriter out) implements EnrolmentService.Listener {
    @Override
    public void enrolled(InetAddress device, Enrolled enrolled) {
      out.println(
          "issued %s to %s%s"
              .formatted(
                  enrolled.issued().grant().name(),
                  device.getHostAddress(),
                  enrolled.isRepeated() ? ", once more" : ""));
      out.flush();
    }

    @Override
    public void refused(InetAddress source, String why) {
      out.println("refused %s: %s".formatted(source.getHostAddress(), why));
      out.flush();
    }
  }
}
