package dev.flotilla.sim;

import static java.util.Objects.requireNonNull;

import dev.flotilla.client.Answer;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Member;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Clients in closed loops that insert commands and ask questions, try again under the same uid
 * until they know how it ended, and have every answer checked.
 */
final class Clients {
  static final long TIMEOUT_NANOS = 400_000_000;
  private static final int MAX_BACK_OFF_NANOS = 50_000_000;
  private static final int MAX_WAY_NANOS = 300_000;
  private static final int MAX_AFTER_LULL_NANOS = 40_000_000;
  private static final int READ_RARITY = 4;
  private static final int RETRY_RARITY = 10;

  /** Clients pause between operations for up to this, in some bursts not at all. */
  private static final int MAX_PAUSE_NANOS = 120_000_000;

  private static final int BURST_RARITY = 3;

  /** So many clients try on when they were refused, for one that gives up. */
  private static final int GIVE_UP_RARITY = 4;

  /** Now and then a crowd comes to one server, each with one command. */
  private static final int MAX_CROWD = 24;

  private static final int MAX_CROWD_PAUSE_NANOS = 800_000_000;
  private static final int LARGE_RARITY = 16;
  private static final int MAX_LARGE_BYTES = 1_200;

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final List<SimulatedServer> servers;
  private final Invariants invariants;
  private final Answers answers;
  private final ClientPause lull;
  private int visitors;
  private @Nullable WireDoor door;
  private boolean stopped;

  Clients(
      EventQueue agenda,
      SplittableRandom random,
      List<SimulatedServer> servers,
      Invariants invariants,
      Answers answers,
      ClientPause lull) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.invariants = invariants;
    this.answers = answers;
    this.lull = lull;
  }

  /** Lets them call servers by SOAP. */
  void goBy(WireDoor way) {
    door = way;
  }

  void start(int clients) {
    for (int i = 0; i < clients; i++) {
      new Client("c" + i, random.nextInt(servers.size()), Integer.MAX_VALUE).next();
    }
    agenda.after(random.nextInt(MAX_CROWD_PAUSE_NANOS), this::crowd);
  }

  private void crowd() {
    if (stopped) {
      return;
    }
    int server = random.nextInt(servers.size());
    int size = 1 + random.nextInt(MAX_CROWD);
    for (int i = 0; i < size; i++) {
      visitors++;
      new Client("v" + visitors, server, 1).next();
    }
    agenda.after(random.nextInt(MAX_CROWD_PAUSE_NANOS), this::crowd);
  }

  /** Has somebody ask a certain server a question now. */
  void ask(SimulatedServer server) {
    if (stopped) {
      return;
    }
    visitors++;
    Client visitor = new Client("v" + visitors, server.number, 0);
    new Attempt(new Operation(visitor, answers.knownPlace(), Optional.empty())).arrive();
  }

  /** Lets no client begin anything more. */
  void stop() {
    stopped = true;
  }

  private final class Client {
    private final String name;
    private final int maxOperations;
    private int server;
    private int operations;

    Client(String name, int server, int maxOperations) {
      this.name = name;
      this.server = server;
      this.maxOperations = maxOperations;
    }

    void next() {
      if (stopped || operations >= maxOperations) {
        return;
      }
      operations++;
      if (random.nextInt(READ_RARITY) == 0) {
        new Attempt(new Operation(this, answers.knownPlace(), Optional.empty())).send();
      } else {
        Command command = new Command(name + "-" + operations, "do", parameters());
        new Attempt(new Operation(this, answers.knownPlace(), Optional.of(command))).send();
      }
    }

    void anotherServer(Optional<Member> leader) {
      server = random.nextInt(servers.size());
      leader.ifPresent(
          it ->
              servers.stream()
                  .filter(other -> other.member().equals(it))
                  .forEach(other -> server = other.number));
    }
  }

  private Bytes parameters() {
    int size = random.nextInt(LARGE_RARITY) == 0 ? random.nextInt(MAX_LARGE_BYTES) : 1;
    return Bytes.utf8("x".repeat(size));
  }

  /** A command, or a question, that a client tries until it knows how it ended. */
  private static final class Operation {
    final Client client;
    final int floor;
    final Optional<Command> command;

    /** Whether some attempt was not refused. */
    boolean mayBeInALog;

    Operation(Client client, int floor, Optional<Command> command) {
      this.client = client;
      this.floor = floor;
      this.command = command;
    }
  }

  /** One try of one operation; whatever comes after its end is ignored. */
  private final class Attempt implements dev.flotilla.client.dpws.Attempt<Answer> {
    private final Operation operation;
    private final Client client;
    private final int floor;
    private final Optional<Command> command;
    private long decidedIndex;
    private boolean ended;

    Attempt(Operation operation) {
      this.operation = operation;
      this.client = operation.client;
      this.floor = operation.floor;
      this.command = operation.command;
    }

    void send() {
      agenda.after(random.nextInt(MAX_WAY_NANOS), this::arrive);
      agenda.after(TIMEOUT_NANOS, this::noAnswer);
    }

    private void noAnswer() {
      // Of an attempt that has ended it says nothing.
      operation.mayBeInALog |= !ended;
      again(Optional.empty());
    }

    private void arrive() {
      if (lull.isUnderWay(agenda.nowNanos())) {
        agenda.at(lull.untilNanos() + random.nextInt(MAX_AFTER_LULL_NANOS), this::arrive);
        return;
      }
      decidedIndex = answers.decidedIndex();
      if (door != null) {
        go(door);
        return;
      }
      SimulatedServer server = servers.get(client.server);
      Optional<RaftNode> node = server.node();
      if (node.isEmpty()) {
        refused(Optional.empty());
        return;
      }
      int life = server.life();
      if (command.isPresent()) {
        node.get()
            .insert(command.get(), outcome -> onTheWay(server, life, () -> inserted(outcome)));
      } else {
        node.get().query(Bytes.EMPTY, outcome -> onTheWay(server, life, () -> answered(outcome)));
      }
      server.touch();
    }

    private void go(WireDoor way) {
      if (command.isPresent()) {
        way.insert(client.server, command.get(), this);
      } else {
        way.query(client.server, this);
      }
    }

    @Override
    public void answered(Answer answer) {
      int place = SimulatedMachine.placeIn(answer.value().orElseThrow());
      if (command.isPresent()) {
        told(command.get().uid(), place);
      } else {
        read(place);
      }
    }

    @Override
    public void notLeader(Optional<URI> leader) {
      refused(requireNonNull(door).memberAt(leader));
    }

    @Override
    public void refused(RefusalReason reason, String detail) {
      refused(Optional.empty());
    }

    @Override
    public void perhaps(String detail) {
      operation.mayBeInALog = true;
      answers.unknown();
      again(Optional.empty());
    }

    /** What a process says after its end, nobody hears. */
    private void onTheWay(SimulatedServer server, int life, Runnable task) {
      if (server.life() == life) {
        agenda.after(random.nextInt(MAX_WAY_NANOS), task);
      }
    }

    private void inserted(InsertOutcome outcome) {
      if (outcome instanceof InsertOutcome.Executed executed) {
        told(command.orElseThrow().uid(), SimulatedMachine.placeIn(executed.result()));
      } else if (outcome instanceof InsertOutcome.NotLeader elsewhere) {
        refused(elsewhere.leader());
      } else if (outcome instanceof InsertOutcome.Busy
          || outcome instanceof InsertOutcome.DiskFull) {
        refused(Optional.empty());
      } else {
        operation.mayBeInALog = true;
        if (outcome instanceof InsertOutcome.Unknown) {
          answers.unknown();
        }
        again(Optional.empty());
      }
    }

    private void refused(Optional<Member> leader) {
      if (!ended
          && command.isPresent()
          && !operation.mayBeInALog
          && random.nextInt(GIVE_UP_RARITY) == 0) {
        ended = true;
        invariants.checkRefused(command.get().uid());
        agenda.after(pauseNanos(), client::next);
      } else {
        again(leader);
      }
    }

    /** An answer that comes too late for the client is as true as any other. */
    private void told(String uid, int place) {
      answers.executed(uid, place, floor);
      operation.mayBeInALog = true;
      end();
    }

    private void answered(QueryOutcome<Result> outcome) {
      if (outcome instanceof QueryOutcome.Answered<Result> answer) {
        read(SimulatedMachine.placeIn(answer.value()));
      } else if (outcome instanceof QueryOutcome.NotLeader<Result> elsewhere) {
        again(elsewhere.leader());
      } else {
        again(Optional.empty());
      }
    }

    private void read(int place) {
      answers.read(place, floor, decidedIndex);
      end();
    }

    private void end() {
      if (ended) {
        return;
      }
      ended = true;
      if (command.isPresent() && random.nextInt(RETRY_RARITY) == 0 && !stopped) {
        // A client that missed the answer.
        operation.mayBeInALog = true;
        new Attempt(operation).send();
      } else {
        agenda.after(pauseNanos(), client::next);
      }
    }

    private long pauseNanos() {
      return random.nextInt(BURST_RARITY) == 0 ? 0 : random.nextInt(MAX_PAUSE_NANOS);
    }

    private void again(Optional<Member> leader) {
      if (ended) {
        return;
      }
      ended = true;
      client.anotherServer(leader);
      long pause = leader.isPresent() ? 0 : random.nextInt(MAX_BACK_OFF_NANOS);
      agenda.after(pause, () -> new Attempt(operation).send());
    }
  }
}
