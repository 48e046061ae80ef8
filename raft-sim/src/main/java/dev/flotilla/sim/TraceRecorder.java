package dev.flotilla.sim;

import dev.flotilla.node.NodeMetrics;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.QueueMetrics;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Member;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes down what the servers of a simulation do, in the words of the specification: which inputs
 * one cycle of a group loop took, how the server stood after it, what it handed to its disk, what
 * was forced, and what was sent. Seen from outside only: from statuses, from the lengths of the
 * queues between the loops, and from the messages.
 *
 * <p>Requests for pre-votes are left out: they change nothing in anyone. It ends before the first
 * snapshot that is sent, which the specification does not know.
 */
final class TraceRecorder implements Observer {
  private final int maxEvents;
  private boolean isOver;
  private final List<TraceEvent> events = new ArrayList<>();
  private final List<SentMessage> messages = new ArrayList<>();

  /** The numbers of the messages; one that arrives twice is one message. */
  private final IdentityHashMap<Message, Integer> numbers = new IdentityHashMap<>();

  private final Map<Integer, Watch> watches = new HashMap<>();
  private final Map<Member, Integer> servers = new HashMap<>();

  /** What is known of one life of one server. */
  private static final class Watch {
    final ArrayDeque<Integer> waiting = new ArrayDeque<>();
    final List<Integer> sent = new ArrayList<>();
    long persistsTaken;
    int persistsWaiting;
    ServerStatus standing;

    Watch(ServerStatus standing) {
      this.standing = standing;
    }
  }

  TraceRecorder(int maxEvents) {
    this.maxEvents = maxEvents;
  }

  /** What happened first, up to the bound, and to the end of the cycle that reached it. */
  List<TraceEvent> events() {
    return List.copyOf(events);
  }

  /** Every message that an event names by its number. */
  List<SentMessage> messages() {
    return List.copyOf(messages);
  }

  /** The numbers of the servers, under which the events name them. */
  Map<Member, Integer> servers() {
    return Map.copyOf(servers);
  }

  @Override
  public void started(SimulatedServer server) {
    servers.put(server.member(), server.number);
    if (isFull()) {
      return;
    }
    ServerStatus standing = standing(server);
    watches.put(server.number, new Watch(standing));
    events.add(new TraceEvent.Started(server.number, standing));
  }

  @Override
  public void sent(SimulatedServer from, Member to, Message message) {
    isOver = isOver || message instanceof InstallSnapshot;
    if (isFull() || message instanceof PreVote) {
      return;
    }
    numbers.put(message, messages.size());
    watch(from).sent.add(messages.size());
    messages.add(new SentMessage(from.number, servers.getOrDefault(to, from.number), message));
  }

  @Override
  public void arrived(SimulatedServer from, SimulatedServer to, Message message) {
    if (isFull()) {
      // Who starts from now on is not watched.
      return;
    }
    Integer number = numbers.get(message);
    Watch watch = watch(to);
    int depth = queue(to.node().orElseThrow().metrics(), "peers").depth();
    if (depth > watch.waiting.size()) {
      watch.waiting.add(number == null ? SentMessage.NOT_RECORDED : number);
    }
  }

  @Override
  public void pumped(SimulatedServer server) {
    if (isFull()) {
      return;
    }
    RaftNode node = server.node().orElseThrow();
    NodeMetrics metrics = node.metrics();
    QueueMetrics persists = queue(metrics, "persists");
    Watch watch = watch(server);
    if (persists.depth() < watch.persistsWaiting) {
      events.add(new TraceEvent.Forced(server.number));
      noteSent(server.number, watch);
    } else {
      noteCycle(server.number, watch, standing(server), metrics);
    }
    watch.persistsTaken = persists.taken();
    watch.persistsWaiting = persists.depth();
  }

  private void noteCycle(int server, Watch watch, ServerStatus standing, NodeMetrics metrics) {
    int drained = watch.waiting.size() - queue(metrics, "peers").depth();
    boolean handedOut = queue(metrics, "persists").taken() > watch.persistsTaken;
    if (drained == 0 && !handedOut && watch.sent.isEmpty() && standing.equals(watch.standing)) {
      return;
    }
    events.add(new TraceEvent.Begun(server));
    for (int i = 0; i < drained; i++) {
      int number = watch.waiting.remove();
      if (number != SentMessage.NOT_RECORDED) {
        events.add(new TraceEvent.Received(server, number, answerTo(number, watch)));
      }
    }
    events.add(new TraceEvent.Stands(server, standing));
    if (handedOut) {
      events.add(new TraceEvent.HandedOut(server));
    }
    watch.standing = standing;
    noteSent(server, watch);
  }

  private void noteSent(int server, Watch watch) {
    watch.sent.forEach(number -> events.add(new TraceEvent.Sent(server, number)));
    watch.sent.clear();
  }

  /** What became of a request for a vote: a refusal leaves in the same cycle, a vote later. */
  private TraceEvent.Answer answerTo(int number, Watch watch) {
    SentMessage request = messages.get(number);
    if (!(request.message() instanceof RequestVote asked)) {
      return TraceEvent.Answer.NONE;
    }
    for (int sent : watch.sent) {
      SentMessage answer = messages.get(sent);
      if (answer.message() instanceof RequestVoteResponse refusal
          && answer.to() == request.from()
          && refusal.sequence() == asked.sequence()) {
        return refusal.term() < asked.term()
            ? TraceEvent.Answer.IGNORED
            : TraceEvent.Answer.REFUSED;
      }
    }
    return TraceEvent.Answer.GRANTED;
  }

  private Watch watch(SimulatedServer server) {
    Watch watch = watches.get(server.number);
    if (watch == null) {
      throw new IllegalStateException("server " + server.number + " has not started");
    }
    return watch;
  }

  private boolean isFull() {
    return isOver || events.size() >= maxEvents;
  }

  private static ServerStatus standing(SimulatedServer server) {
    return ServerStatus.of(server.node().orElseThrow().status().raft());
  }

  private static QueueMetrics queue(NodeMetrics metrics, String name) {
    return metrics.queues().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }
}
