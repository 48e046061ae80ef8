package dev.flotilla.systemtests.lan;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import dev.flotilla.client.AdminOutcome;
import dev.flotilla.systemtests.Lists;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** One server of the lists with keys, which admits others; no address is typed anywhere. */
@CommandLine.Command(name = "lan-server", description = "Runs one server of lists on a LAN.")
public final class LanServer implements Callable<Integer> {
  private static final Duration LEAVE = Duration.ofSeconds(60);

  @Option(names = "--group", required = true, description = "The group's name.")
  private String group = "";

  @Option(names = "--expect", defaultValue = "0", description = "Founders; 0 to join.")
  private int expect;

  @Option(names = "--data", required = true, description = "The data directory.")
  private Path data = Path.of("");

  @Option(names = "--keys", required = true, description = "The key directory.")
  private Path keys = Path.of("");

  @Option(names = "--interface", required = true, description = "The network interface.")
  private String networkInterface = "";

  @Option(names = "--voters", defaultValue = "3", description = "Learners are promoted up to it.")
  private int voters;

  @Option(names = "--replace-after", defaultValue = "20", description = "Seconds of silence.")
  private int replaceAfterSeconds;

  @Option(names = "--leave", description = "Leaves the members and ends.")
  private boolean leaves;

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new LanServer()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    ServerBuilder builder =
        Lists.group(group)
            .server(new Lists())
            .directory(data)
            .keys(keys)
            .networkInterface(networkInterface)
            .admitCertified(voters)
            .replaceSilentAfter(Duration.ofSeconds(replaceAfterSeconds));
    if (expect > 0) {
      builder.expect(expect);
    }
    try (FlotillaServer server = builder.start()) {
      System.out.println("serving " + server.member() + " " + server.address());
      if (leaves) {
        AdminOutcome outcome = server.leave(LEAVE).join();
        System.out.println("left " + outcome);
        boolean hasLeft = outcome instanceof AdminOutcome.Done;
        return hasLeft ? 0 : 1;
      }
      var unused = server.founded().thenAccept(id -> System.out.println("member of " + id));
      server.stopped().toCompletableFuture().join();
      return 0;
    }
  }
}
