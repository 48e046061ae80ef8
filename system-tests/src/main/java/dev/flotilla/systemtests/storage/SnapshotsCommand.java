package dev.flotilla.systemtests.storage;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.SystemTestCommand;
import dev.flotilla.systemtests.Trees;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * A large state is taken, sent and installed in small heaps; ends with 0 if all is as it must be.
 */
@CommandLine.Command(
    name = "snapshots",
    description = "Sends a newcomer a large state while commands go on and transfers break.",
    mixinStandardHelpOptions = true)
final class SnapshotsCommand extends SystemTestCommand {
  /** A full collection of such a heap can take longer, beside others, than an election timeout. */
  private static final int MAX_RUNS = 3;

  private static final int CALL_MILLIS = 60_000;
  private static final int ATTEMPT_MILLIS = 5_000;
  private static final int CALLS = 64;

  @Option(names = "--bytes", defaultValue = "1073741824", description = "The size of the state.")
  private long bytes;

  @Option(
      names = "--bytes-per-second",
      defaultValue = "16777216",
      description = "How fast snapshots are taken and sent at the most.")
  private long bytesPerSecond;

  /** The program. */
  public static void main(String[] arguments) {
    run(new SnapshotsCommand(), arguments);
  }

  @Override
  protected String run() throws IOException, InterruptedException {
    boolean isSeen = false;
    for (int run = 1; run <= MAX_RUNS && !isSeen; run++) {
      Path place = Files.createDirectories(directory().resolve("run-" + run));
      isSeen = run(place);
      if (!isSeen) {
        System.out.printf("run %s of %s at the most was not under one leader%n", run, MAX_RUNS);
        removeData(place);
      }
    }
    count(isSeen);
    System.out.printf(
        "%s: one leader takes and sends it, in one of %s runs%n",
        isSeen ? "good" : "WRONG", MAX_RUNS);
    return ran();
  }

  /** Counts something, and says what it is. */
  void check(String what, boolean isGood, String details) {
    count(isGood);
    System.out.printf("%s: %s (%s)%n", isGood ? "good" : "WRONG", what, details);
    System.out.flush();
  }

  private boolean run(Path place) throws IOException, InterruptedException {
    String group = "snapshots-" + UUID.randomUUID().toString().substring(0, 8);
    ClientSettings settings =
        ClientSettings.of(group)
            .withTimeout(Duration.ofMillis(CALL_MILLIS))
            .withAttemptTimeout(Duration.ofMillis(ATTEMPT_MILLIS))
            .withCalls(CALLS, 0);
    try (ChildProcesses processes = ChildProcesses.open(place);
        WireClient client = DpwsGroupClient.wire(settings)) {
      ServerGroup servers = new ServerGroup(processes, place, group);
      return new LargeState(this, servers, client, place, bytesPerSecond).run(bytes);
    }
  }

  /** The servers' directories, and not what they have printed. */
  private static void removeData(Path place) throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(place, Files::isDirectory)) {
      for (Path child : children) {
        Trees.delete(child);
      }
    }
  }
}
