package dev.flotilla.server;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.enrolment.EnrolmentClient;
import dev.flotilla.keys.enrolment.EnrolmentSecret;
import dev.flotilla.keys.enrolment.JoinRequest;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the keys of a new device. */
@Command(
    name = "join",
    description = {
      "Makes the keys of this device, with a secret of the operator.",
      "The operator runs 'flotilla keys serve', which prints the secret. The private key is made",
      "here and never leaves this device."
    })
final class JoinCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--group", required = true, paramLabel = "G", description = "The group's name.")
  private String group = "";

  @Option(
      names = "--secret",
      required = true,
      paramLabel = "S",
      description = "The secret that 'flotilla keys serve' prints.")
  private String secret = "";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "keys",
      description = "The key directory to make. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("");

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of this device. Default: its host name.")
  private @Nullable String name;

  @Option(
      names = "--interface",
      paramLabel = "IF",
      description = "The network interface to search on. Default: loopback.")
  private @Nullable String networkInterface;

  @Option(
      names = "--at",
      paramLabel = "HOST:PORT",
      description = "Where the operator's service is, without a search.")
  private @Nullable String at;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationText.Seconds.class,
      defaultValue = "30s",
      description = "How long to try. Default: ${DEFAULT-VALUE}")
  private Duration timeout = Duration.ofSeconds(30);

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws CommandFailure {
    return KeysCommand.finish(
        () -> {
          ClientOptions.check(timeout);
          KeyDirectory made =
              EnrolmentClient.join(
                  new JoinRequest(
                      group,
                      EnrolmentSecret.parse(secret),
                      out,
                      name == null ? hostName() : name,
                      KeysServeCommand.named(networkInterface),
                      Optional.ofNullable(at).map(text -> HostPort.parse(text).resolved()),
                      timeout));
          PrintWriter text = spec.commandLine().getOut();
          if (json.print(text, KeysCommand.document(made, List.of()))) {
            return;
          }
          KeysCommand.print(text, made);
          text.println("next: flotilla server --group %s --keys %s ...".formatted(group, out));
          text.flush();
        });
  }

  static String hostName() {
    try {
      String plain = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
      return plain.matches("[A-Za-z0-9].{0,63}") ? plain : "device";
    } catch (UnknownHostException e) {
      return "device";
    }
  }
}
