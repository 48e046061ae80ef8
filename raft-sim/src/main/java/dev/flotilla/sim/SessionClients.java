package dev.flotilla.sim;

import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SessionTag;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Clients that open sessions, in half of the runs: each has several commands unanswered at once,
 * says which answers it has, and sends a command again and again in one session, over changes of
 * leader and restarts. Some of what they send arrives much later, when it has been answered long
 * ago.
 *
 * <p>Now and then the log time runs ahead by minutes, so that sessions expire under the bounds of
 * the protocol: a leader's clock jumps just when it takes a command.
 */
final class SessionClients {
  private static final int MAX_CLIENTS = 4;
  private static final int MAX_UNANSWERED = 6;
  private static final int MAX_PAUSE_NANOS = 60_000_000;
  private static final long TIMEOUT_NANOS = 400_000_000;
  private static final int MAX_BACK_OFF_NANOS = 50_000_000;
  private static final int MAX_WAY_NANOS = 300_000;

  /** So many attempts are sent once, for one of which a copy arrives this much later. */
  private static final int STRAY_RARITY = 8;

  private static final int MAX_STRAY_NANOS = 1_500_000_000;

  /**
   * So many steps a client takes, for one after which it keeps quiet: its session is then told by
   * snapshots alone, and strays are all that comes.
   */
  private static final int SILENCE_RARITY = 24;

  private static final int MAX_SILENCE_NANOS = 1_500_000_000;

  /** So many answers reach their clients, for one that does not. */
  private static final int LOST_ANSWER_RARITY = 10;

  private static final int MAX_TRIALS = 3;

  /** Of so many answered commands none is acknowledged by the first any more. */
  private static final int MAX_ANSWERED = 2 * MAX_UNANSWERED;

  private static final long RESTART_NANOS = 1_000_000;
  private static final int MAX_JUMPS = 6;
  private static final int MAX_JUMP_PAUSE_NANOS = 800_000_000;
  private static final int MAX_JUMP_MINUTES = 20;
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final List<SimulatedServer> servers;
  private final Invariants invariants;
  private final Answers answers;
  private final ClientPause lull;
  private final FaultTarget faults;
  private final Map<String, Integer> counts = new TreeMap<>();
  private int jumps;
  private int trials;
  private boolean calm;
  private boolean stopped;

  SessionClients(
      EventQueue agenda,
      SplittableRandom random,
      List<SimulatedServer> servers,
      Invariants invariants,
      Answers answers,
      ClientPause lull,
      FaultTarget faults) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.invariants = invariants;
    this.answers = answers;
    this.lull = lull;
    this.faults = faults;
  }

  void start() {
    if (random.nextBoolean()) {
      return;
    }
    int clients = 1 + random.nextInt(MAX_CLIENTS);
    for (int i = 0; i < clients; i++) {
      new Client("s" + i).next();
    }
    agenda.after(random.nextInt(MAX_JUMP_PAUSE_NANOS), this::jump);
  }

  /** Lets clocks jump no more. */
  void calm() {
    calm = true;
  }

  /** Lets no client begin anything more. */
  void stop() {
    stopped = true;
  }

  /** What happened, and how often. */
  Map<String, Integer> counts() {
    return counts;
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void jump() {
    if (calm || jumps == MAX_JUMPS) {
      return;
    }
    for (SimulatedServer server : servers) {
      Optional<RaftNode> leader = server.node().filter(node -> node.status().role() == Role.LEADER);
      if (leader.isPresent()) {
        jumps++;
        Command command = new Command("jump-" + jumps, "do", Bytes.EMPTY);
        leader.get().insert(command, outcome -> {});
        server.jumpClock((1 + random.nextInt(MAX_JUMP_MINUTES)) * MINUTE_NANOS);
      }
    }
    agenda.after(random.nextInt(MAX_JUMP_PAUSE_NANOS), this::jump);
  }

  /**
   * While a client is silent, a server comes to know of its session what a snapshot says and
   * nothing more; then a copy of a command arrives whose answer the client has had for long.
   */
  private void remind(Operation old, long silenceNanos) {
    trials++;
    SimulatedServer server = servers.get(random.nextInt(servers.size()));
    faults.later(silenceNanos / 8, () -> server.node().ifPresent(RaftNode::takeSnapshot));
    faults.later(silenceNanos / 8, server::touch);
    faults.later(
        silenceNanos / 2,
        () -> {
          if (server.isUp()) {
            count("session trial");
            faults.kill(server, RESTART_NANOS);
          }
        });
    faults.later(silenceNanos * 7 / 8, () -> servers.forEach(it -> old.stray(it.number, old.sent)));
  }

  /** One client; it has one session at a time. */
  private final class Client {
    private final String name;

    /** The commands of this session whose answers this client has not, by sequence. */
    private final TreeMap<Long, Operation> unanswered = new TreeMap<>();

    /** The last ones whose answers it has. */
    private final ArrayDeque<Operation> answered = new ArrayDeque<>();

    private int server = random.nextInt(servers.size());
    private int openings;
    private boolean opening;
    private Optional<Long> session = Optional.empty();
    private long lastSequence;

    Client(String name) {
      this.name = name;
    }

    void next() {
      if (stopped) {
        return;
      }
      if (unanswered.isEmpty() && random.nextInt(SILENCE_RARITY) == 0) {
        long silenceNanos = random.nextInt(MAX_SILENCE_NANOS);
        agenda.after(silenceNanos, this::next);
        if (trials < MAX_TRIALS && answered.size() == MAX_ANSWERED) {
          remind(answered.element(), silenceNanos);
        }
        return;
      }
      if (session.isEmpty() && !opening) {
        opening = true;
        openings++;
        new Opening(this).send();
      } else if (session.isPresent() && unanswered.size() < MAX_UNANSWERED) {
        lastSequence++;
        Operation operation = new Operation(this, session.get(), lastSequence);
        unanswered.put(lastSequence, operation);
        operation.send();
      }
      agenda.after(random.nextInt(MAX_PAUSE_NANOS), this::next);
    }

    void remember(Operation operation) {
      answered.add(operation);
      if (answered.size() > MAX_ANSWERED) {
        answered.remove();
      }
    }

    void opened(long id) {
      opening = false;
      session = Optional.of(id);
      lastSequence = 0;
      count("session opened");
    }

    void expired(long id) {
      invariants.checkExpired(id);
      if (session.filter(it -> it == id).isPresent()) {
        count("session expired");
        session = Optional.empty();
        answered.clear();
        // What is unanswered is unknown for ever.
        unanswered.values().forEach(operation -> operation.ended = true);
        unanswered.clear();
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

  /** What a client sends until it is answered. */
  private abstract class Request {
    final Client client;

    /** Counts attempts: what an earlier one is refused or not told is of no interest. */
    private int attempts;

    boolean ended;

    Request(Client client) {
      this.client = client;
    }

    abstract void handTo(RaftNode node, Consumer<InsertOutcome> answer);

    abstract void answered(InsertOutcome outcome);

    void noAnswer() {}

    final void send() {
      if (ended) {
        return;
      }
      attempts++;
      int attempt = attempts;
      int to = client.server;
      agenda.after(random.nextInt(MAX_WAY_NANOS), () -> arrive(to, attempt));
      agenda.after(TIMEOUT_NANOS, () -> timeout(attempt));
    }

    final void arrive(int to, int attempt) {
      if (lull.isUnderWay(agenda.nowNanos())) {
        agenda.at(lull.untilNanos(), () -> arrive(to, attempt));
        return;
      }
      SimulatedServer server = servers.get(to);
      Optional<RaftNode> node = server.node();
      if (node.isEmpty()) {
        again(attempt, Optional.empty());
        return;
      }
      int life = server.life();
      handTo(
          node.get(),
          outcome -> {
            if (server.life() == life) {
              agenda.after(random.nextInt(MAX_WAY_NANOS), () -> told(attempt, outcome));
            }
          });
      server.touch();
    }

    private void timeout(int attempt) {
      if (attempt == attempts && !ended) {
        noAnswer();
        again(attempt, Optional.empty());
      }
    }

    private void told(int attempt, InsertOutcome outcome) {
      if (outcome instanceof InsertOutcome.NotLeader elsewhere) {
        again(attempt, elsewhere.leader());
      } else if (outcome instanceof InsertOutcome.Busy
          || outcome instanceof InsertOutcome.DiskFull
          || outcome instanceof InsertOutcome.NotActivated) {
        again(attempt, Optional.empty());
      } else if (outcome instanceof InsertOutcome.Unknown) {
        noAnswer();
        again(attempt, Optional.empty());
      } else {
        answered(outcome);
      }
    }

    final void again(int attempt, Optional<Member> leader) {
      if (attempt == attempts && !ended) {
        client.anotherServer(leader);
        long pause = leader.isPresent() ? 0 : random.nextInt(MAX_BACK_OFF_NANOS);
        agenda.after(pause, () -> resend(attempt));
      }
    }

    private void resend(int attempt) {
      if (attempt == attempts) {
        send();
      }
    }

    final int attempts() {
      return attempts;
    }
  }

  private final class Opening extends Request {
    private final String uid;

    Opening(Client client) {
      super(client);
      this.uid = client.name + "-opens-" + client.openings;
    }

    @Override
    void handTo(RaftNode node, Consumer<InsertOutcome> answer) {
      node.openSession(uid, answer);
    }

    @Override
    void answered(InsertOutcome outcome) {
      if (!ended && outcome instanceof InsertOutcome.SessionOpened opened) {
        ended = true;
        client.opened(opened.session());
      }
    }
  }

  private final class Operation extends Request {
    private final long session;
    private final long sequence;
    private final Command command;
    private final int floor = answers.knownPlace();

    /** Whether some attempt was not refused, or may arrive yet. */
    private boolean mayBeInALog;

    /** What the latest attempt says. */
    private Command sent;

    Operation(Client client, long session, long sequence) {
      super(client);
      this.session = session;
      this.sequence = sequence;
      String uid = client.name + "-" + session + "-" + sequence;
      this.command = new Command(uid, "do", Bytes.utf8("x"));
      this.sent = command;
    }

    @Override
    void handTo(RaftNode node, Consumer<InsertOutcome> answer) {
      if (!ended) {
        sent = command.in(new SessionTag(session, sequence, client.unanswered.firstKey()));
      }
      if (random.nextInt(STRAY_RARITY) == 0) {
        mayBeInALog = true;
        int to = random.nextInt(servers.size());
        Command copy = sent;
        agenda.after(random.nextInt(MAX_STRAY_NANOS), () -> stray(to, copy));
      }
      node.insert(sent, answer);
    }

    private void stray(int to, Command copy) {
      SimulatedServer server = servers.get(to);
      server.node().ifPresent(node -> node.insert(copy, this::strayAnswered));
      server.touch();
    }

    /** Of what nobody waits for, only a result says something. */
    private void strayAnswered(InsertOutcome outcome) {
      if (outcome instanceof InsertOutcome.Executed executed) {
        answers.executed(command.uid(), SimulatedMachine.placeIn(executed.result()), floor);
      }
    }

    @Override
    void noAnswer() {
      mayBeInALog = true;
      answers.unknown();
    }

    @Override
    void answered(InsertOutcome outcome) {
      if (outcome instanceof InsertOutcome.Executed executed) {
        answers.executed(command.uid(), SimulatedMachine.placeIn(executed.result()), floor);
        executed();
      } else if (outcome instanceof InsertOutcome.SessionExpired) {
        expired();
      } else if (!ended) {
        throw new Violation("a-session-remembers-what-is-unanswered", sent + ": " + outcome);
      }
    }

    /** Safety rule 5: if every attempt was refused, then it is never executed. */
    private void expired() {
      if (!ended && !mayBeInALog) {
        invariants.checkRefused(command.uid());
      }
      client.expired(session);
    }

    private void executed() {
      mayBeInALog = true;
      if (ended) {
        return;
      }
      if (random.nextInt(LOST_ANSWER_RARITY) == 0 && !stopped) {
        again(attempts(), Optional.empty());
      } else {
        ended = true;
        client.unanswered.remove(sequence);
        client.remember(this);
        count("session command");
      }
    }
  }
}
