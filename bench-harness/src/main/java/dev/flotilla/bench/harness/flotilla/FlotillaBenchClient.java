package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.IOException;
import java.util.Locale;

/** One Flotilla client: it has found the leader before it counts as connected. */
final class FlotillaBenchClient implements BenchClient {
  private final GroupClient client;

  private FlotillaBenchClient(GroupClient client) {
    this.client = client;
  }

  static BenchClient connect(ClientSettings settings, ClientRuntime runtime) throws IOException {
    GroupClient client = DpwsGroupClient.connect(settings, runtime);
    // A ZooKeeper client has its session before it is measured; so this one has its leader.
    ReadOutcome<CommandRecord> last = client.readLast().toCompletableFuture().join();
    if (last instanceof ReadOutcome.Unavailable<CommandRecord> unavailable) {
      client.close();
      throw new IOException("no leader of group " + settings.group() + ": " + unavailable.detail());
    }
    return new FlotillaBenchClient(client);
  }

  @Override
  public void insert(WorkloadCommand command, InsertListener listener) {
    var unused =
        client
            .insert(
                new Command(
                    "urn:uuid:" + command.uid(),
                    command.command(),
                    Bytes.utf8(command.parameters())))
            .thenAccept(outcome -> tell(outcome, listener));
  }

  /** Linearizable: a leader confirms that it leads before a server answers. */
  @Override
  public void read(String key, InsertListener listener) {
    var unused = client.read("urn:uuid:" + key).thenAccept(outcome -> tell(outcome, listener));
  }

  private static void tell(ReadOutcome<CommandRecord> outcome, InsertListener listener) {
    if (outcome instanceof ReadOutcome.Found) {
      listener.done();
    } else if (outcome instanceof ReadOutcome.Absent) {
      listener.failed(ABSENT);
    } else {
      listener.failed("unavailable");
    }
  }

  static void tell(CommandOutcome outcome, InsertListener listener) {
    if (outcome instanceof CommandOutcome.Executed executed) {
      if (executed.answer().success()) {
        listener.done();
      } else {
        listener.failed("rejected");
      }
    } else if (outcome instanceof CommandOutcome.Refused refused) {
      String reason = refused.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
      listener.failed("refused-" + reason);
    } else {
      listener.failed("unknown");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
