package dev.flotilla.node;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Three servers under load lose power at once, come back, and must hold every acknowledged command
 * exactly once, with the result that was told.
 *
 * <p>The moment is the worst there is: the disks have become slow, so that as much as possible is
 * under way, and the power fails just when one more acknowledgement has arrived.
 */
final class PowerCut {
  private static final int CLIENTS = 10;
  private static final int ACKNOWLEDGED = 1_000;
  private static final int MORE_WITH_SLOW_DISKS = 50;
  private static final int SLOW = 30;

  /** Of so many acknowledged commands one is sent again, by a client that missed the answer. */
  private static final int RETRY_RARITY = 20;

  /** Parts a uid from the number of the attempt. */
  private static final char ATTEMPT = '#';

  private final PumpedCluster cluster;
  private final MemoryDisk.Loss loss;
  private final Map<Command, Result> acknowledged = new HashMap<>();
  private int serverToAsk;
  private int commands;
  private int attempts;
  private boolean isLoadOn = true;
  private boolean isEachAttemptNew;

  PowerCut(long seed, MemoryDisk.Loss loss) {
    this.cluster = new PumpedCluster(3, seed, RaftOptions.DEFAULT);
    this.loss = loss;
  }

  /** Chooses what forces do from now on. */
  PowerCut plant(MemoryDisk.Force force) {
    cluster.servers.forEach(server -> server.disk.plant(force));
    return this;
  }

  /**
   * Gives each attempt a uid of its own, so that the servers execute a command as often as servers
   * would that recognise no uid.
   */
  PowerCut plantUnrecognisedRetries() {
    isEachAttemptNew = true;
    return this;
  }

  /** What is wrong afterwards; empty if nothing is. */
  List<String> violations() throws IOException {
    cluster.lose(0.02);
    for (int i = 0; i < CLIENTS; i++) {
      sendNext();
    }
    cluster.pumpUntil("enough is acknowledged", () -> acknowledged.size() >= ACKNOWLEDGED);
    cluster.slowDisks(SLOW);
    int enough = ACKNOWLEDGED + MORE_WITH_SLOW_DISKS + cluster.random.nextInt(CLIENTS);
    cluster.pumpUntil("more is acknowledged", () -> acknowledged.size() >= enough);
    isLoadOn = false;
    Map<Command, Result> promised = Map.copyOf(acknowledged);
    cutPower();
    return promised.size() < ACKNOWLEDGED ? List.of("no load") : recover(promised);
  }

  private void cutPower() {
    for (TestServer server : cluster.servers) {
      server.disk.lose(loss, cluster.random);
      server.disk.plant(MemoryDisk.Force.WORKS);
    }
    cluster.forgetNetwork();
    cluster.slowDisks(1);
    cluster.lose(0);
  }

  private List<String> recover(Map<Command, Result> promised) throws IOException {
    try {
      for (TestServer server : cluster.servers) {
        cluster.start(server);
      }
    } catch (IOException e) {
      return List.of("lost: a server refuses to start: " + e.getMessage());
    }
    TestServer leader = cluster.awaitLeader();
    Outcome<InsertOutcome> barrier = new Outcome<>();
    leader.node.insert(Commands.command("barrier"), barrier);
    cluster.pumpUntil("the barrier is executed", barrier::isThere);
    if (!(barrier.get() instanceof InsertOutcome.Executed)) {
      return List.of("the barrier ended with " + barrier.get());
    }
    cluster.pumpUntil(
        "all have executed the barrier",
        () -> cluster.servers.stream().allMatch(it -> it.machine.uids().contains("barrier")));
    List<String> violations = new ArrayList<>();
    for (TestServer server : cluster.servers) {
      check(executedBy(server), promised, violations);
    }
    return violations;
  }

  private static List<String> executedBy(TestServer server) {
    return server.machine.uids().stream()
        .map(uid -> uid.substring(0, (uid + ATTEMPT).indexOf(ATTEMPT)))
        .toList();
  }

  private static void check(
      List<String> journal, Map<Command, Result> promised, List<String> violations) {
    Set<String> once = new HashSet<>(journal);
    if (once.size() < journal.size()) {
      violations.add("duplicate: " + (journal.size() - once.size()) + " executed again");
    }
    promised.forEach(
        (command, result) -> {
          int place = Integer.parseInt(result.value().toUtf8());
          if (!once.contains(command.uid())) {
            violations.add("lost: " + command.uid());
          } else if (place > journal.size() || !journal.get(place - 1).equals(command.uid())) {
            violations.add("other result: " + command.uid());
          }
        });
  }

  private void sendNext() {
    commands++;
    send(Commands.command("c" + commands));
  }

  private void send(Command command) {
    cluster
        .servers
        .get(serverToAsk)
        .node
        .insert(attemptAt(command), outcome -> cluster.later(() -> heard(command, outcome)));
  }

  private Command attemptAt(Command command) {
    attempts++;
    return isEachAttemptNew
        ? new Command(command.uid() + ATTEMPT + attempts, command.command(), command.parameters())
        : command;
  }

  private void heard(Command command, InsertOutcome outcome) {
    if (!isLoadOn) {
      return;
    }
    if (outcome instanceof InsertOutcome.Executed executed) {
      acknowledged.putIfAbsent(command, executed.result());
      if (cluster.random.nextInt(RETRY_RARITY) == 0) {
        send(command);
      } else {
        sendNext();
      }
      return;
    }
    serverToAsk = cluster.random.nextInt(cluster.servers.size());
    send(command);
  }
}
