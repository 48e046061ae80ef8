package dev.flotilla.systemtests.lan;

import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Outcome;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.ListCommand;
import dev.flotilla.systemtests.ListContents;
import dev.flotilla.systemtests.Lists;
import dev.flotilla.systemtests.Operation;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Clients of the lists that record what they see, until the standard input ends. */
@CommandLine.Command(name = "lan-clients", description = "Records what clients on a LAN see.")
public final class LanClients implements Callable<Integer> {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
  private static final int FINAL_ATTEMPTS = 20;
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

  private final Workload workload = new Workload();
  private final AtomicInteger numbers = new AtomicInteger();

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new LanClients()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Group<ListCommand, ListContents> lists = Lists.group(group);
    Random random = new Random(seed);
    List<RecordingClient<ListCommand, ListContents>> recording = new ArrayList<>();
    List<FlotillaClient<ListCommand, ListContents>> clients = new ArrayList<>();
    try (History history = History.begin(file, "list", "a LAN with keys", seed)) {
      for (int i = 0; i < count; i++) {
        FlotillaClient<ListCommand, ListContents> client =
            lists
                .client()
                .timeout(CALL_TIMEOUT)
                .keys(keys)
                .networkInterface(networkInterface)
                .connect();
        clients.add(client);
        recording.add(
            new RecordingClient<>(
                asked(client),
                workload,
                history,
                new Random(random.nextLong()),
                numbers::getAndIncrement));
      }
      recording.forEach(RecordingClient::start);
      System.out.println("recording");
      while (System.in.read() >= 0) {
        System.out.println(history.count(Operation.Outcome.DONE) + " executed");
      }
      for (RecordingClient<ListCommand, ListContents> one : recording) {
        one.stop().get(END_SECONDS, TimeUnit.SECONDS);
      }
      readAll(clients.get(0), history);
      for (Operation.Outcome outcome : Operation.Outcome.values()) {
        System.out.println(history.count(outcome) + " " + outcome);
      }
    } finally {
      clients.forEach(FlotillaClient::close);
    }
    return 0;
  }

  private static RecordingClient.Asked<ListCommand, ListContents> asked(
      FlotillaClient<ListCommand, ListContents> client) {
    return new RecordingClient.Asked<>() {
      @Override
      public CompletionStage<Outcome<ListContents>> ask(ListCommand command) {
        return client.submit(command);
      }

      @Override
      public CompletionStage<Outcome<ListContents>> askAgain(ListCommand command, String uid) {
        return client.submitAgain(command, uid);
      }
    };
  }

  /** So that nothing that was lost from a list stays unseen because nobody looked at it again. */
  private void readAll(FlotillaClient<ListCommand, ListContents> client, History history)
      throws IOException {
    int number = numbers.getAndIncrement();
    for (String key : workload.keys()) {
      ListCommand.Get query = new ListCommand.Get(key);
      Operation read;
      int attempts = 0;
      do {
        if (attempts++ == FINAL_ATTEMPTS) {
          throw new IOException("nobody answers a read of " + key + " although nothing is broken");
        }
        long called = System.nanoTime();
        Outcome<ListContents> end = client.submit(query).toCompletableFuture().join();
        read = Operation.of(number, query, called, System.nanoTime(), end);
        history.add(read);
      } while (read.outcome() != Operation.Outcome.DONE);
    }
  }
}
