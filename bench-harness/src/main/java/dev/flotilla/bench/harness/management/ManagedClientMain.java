package dev.flotilla.bench.harness.management;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The process of one client: it sends the commands of a client of 2014, one after the other.
 *
 * <p>It ends when its standard input does. The main thread waits for each answer.
 */
public final class ManagedClientMain {
  /** From this process: it has found the leader. */
  static final String READY = "ready";

  /** To this process: how many commands, and the pause after each in milliseconds. */
  static final String RUN = "run";

  /** From this process: nanoseconds of a command, and whether it was executed. */
  static final String COMMAND = "command";

  /** From this process: milliseconds of the whole run. */
  static final String ENDED = "ended";

  /** In place of the name of an interface. */
  static final String LOOPBACK = "-";

  private static final int FIRST_ADDRESS = 2;
  private static final int MAX_SEARCHES = 12;

  private final GroupClient client;
  private final PrintStream replies;

  private ManagedClientMain(GroupClient client, PrintStream replies) {
    this.client = client;
    this.replies = replies;
  }

  /**
   * Serves an agent.
   *
   * @param arguments the group, the interface or {@value #LOOPBACK}, and addresses of servers
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Network network =
        arguments[1].equals(LOOPBACK) ? Network.LOOPBACK : Network.LOOPBACK.and(arguments[1]);
    List<URI> servers = Arrays.stream(arguments).skip(FIRST_ADDRESS).map(URI::create).toList();
    PrintStream replies = System.out;
    System.setOut(System.err);
    try (ClientRuntime runtime = ClientRuntime.start(network);
        GroupClient client =
            DpwsGroupClient.connect(settings(arguments[0], network, servers), runtime)) {
      new ManagedClientMain(client, replies).serve();
    }
  }

  private static ClientSettings settings(String group, Network network, List<URI> servers) {
    // A client of 2014 waits as one of ZooKeeper does.
    return ClientSettings.of(group)
        .withRetryPolicy(RetryPolicy.ZOOKEEPER)
        .withNetwork(network)
        .withServers(servers);
  }

  private void serve() throws IOException, InterruptedException {
    findLeader();
    replies.println(READY);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals(RUN)) {
        run(Long.parseLong(words[1]), Long.parseLong(words[2]));
      }
    }
  }

  private void findLeader() throws IOException {
    for (int searches = 0; searches < MAX_SEARCHES; searches++) {
      ReadOutcome<CommandRecord> last = client.readLast().toCompletableFuture().join();
      if (!(last instanceof ReadOutcome.Unavailable<CommandRecord>)) {
        return;
      }
    }
    throw new IOException("no leader found in %s searches".formatted(MAX_SEARCHES));
  }

  private void run(long count, long pauseMillis) throws InterruptedException {
    long began = System.nanoTime();
    for (long number = 0; number < count; number++) {
      long sent = System.nanoTime();
      boolean executed = insert(number);
      replies.println(COMMAND + " " + (System.nanoTime() - sent) + " " + executed);
      Thread.sleep(pauseMillis);
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    replies.println(ENDED + " " + millis);
  }

  /** The command of a client of 2014; the client library tries it again during an election. */
  private boolean insert(long number) {
    Command command =
        new Command("urn:uuid:" + UUID.randomUUID(), "x=" + number, Bytes.utf8("y,z"));
    CommandOutcome outcome = client.insert(command).toCompletableFuture().join();
    return outcome instanceof CommandOutcome.Executed executed && executed.answer().success();
  }
}
