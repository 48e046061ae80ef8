package dev.flotilla.systemtests.lan;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.ListCommand;
import dev.flotilla.systemtests.Lists;
import dev.flotilla.systemtests.RecordingClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Clients of the lists that record what they see, until the standard input ends. */
@CommandLine.Command(name = "lan-clients", description = "Records what clients on a LAN see.")
public final class LanClients implements Callable<Integer> {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
  private static final long END_SECONDS = 60;

  @Option(names = "--group", required = true, description = "The group's name.")
  private String group = "";

  @Option(names = "--keys", required = true, description = "The key directory.")
  private Path keys = Path.of("");

  @Option(names = "--interface", required = true, description = "The network interface.")
  private String networkInterface = "";

  @Option(names = "--seed", required = true, description = "Decides what is asked.")
  private long seed;

  @Option(names = "--clients", defaultValue = "6", description = "Clients at a time.")
  private int count;

  @Option(names = "--history", required = true, description = "The file to write.")
  private Path file = Path.of("");

  private final Lists.Workload workload = new Lists.Workload();

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new LanClients()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Group<ListCommand, Lists.Contents> lists = Lists.group(group);
    Random random = new Random(seed);
    List<RecordingClient<ListCommand, Lists.Contents>> recording = new ArrayList<>();
    List<FlotillaClient<ListCommand, Lists.Contents>> clients = new ArrayList<>();
    try (History history = History.begin(file, "list", "a LAN with keys", seed)) {
      for (int i = 0; i < count; i++) {
        FlotillaClient<ListCommand, Lists.Contents> client =
            lists
                .client()
                .timeout(CALL_TIMEOUT)
                .keys(keys)
                .networkInterface(networkInterface)
                .connect();
        clients.add(client);
        recording.add(
            new RecordingClient<>(
                RecordingClient.Asked.of(client),
                workload,
                history,
                new Random(random.nextLong())));
      }
      recording.forEach(RecordingClient::start);
      System.out.println("recording");
      while (System.in.read() >= 0) {
        System.out.println(history.count(History.End.DONE) + " executed");
      }
      for (RecordingClient<ListCommand, Lists.Contents> one : recording) {
        one.stop().get(END_SECONDS, TimeUnit.SECONDS);
      }
      workload.readAll(clients.get(0), history);
      for (History.End outcome : History.End.values()) {
        System.out.println(history.count(outcome) + " " + outcome);
      }
    } finally {
      clients.forEach(FlotillaClient::close);
    }
    return 0;
  }
}
