package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadChunk;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.Bounds;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * Runs a transcript: commands stand at the start of a line, what they led to is indented below.
 * Election timeouts are always the longest, so a story goes as its commands say.
 *
 * <pre>
 * nodes N [bound=value...]    N empty servers that have founded a group
 * nodes N members=n1,n2       the others know of no group yet; n11 is n1 with another directory
 * nodes N priority=50,0,9     each one's own
 * add n11                     another server that knows of no group
 * change n1 n1,n2,n3 [learners=n4] [witnesses=n3]    these shall be the voters
 * who n1                      the configuration that governs there
 * boot n1 [term=T vote=nX log=1,1,4 applied=I]  with this disk, one longest timeout ago
 * restart n1, timeout n1      n1 loses what is not synced; its time moves to its next deadline
 * elapse|wake n1|all MILLIS   with wake it comes to no deadline late
 * propose n1 UID..., read n1 ID, transfer n1 [n2]    all UIDs within one Ready
 * callable n1 n2 no           n1 cannot call n2 at its address; with yes, it can again
 * sync n1|all                 the oldest write; with all, every write of everyone
 * deliver [n1->n2]            what is under way now, once
 * drop n1->n2|all             what is under way
 * cut n1->n2                  from now on; isolate n1: both ways; heal
 * load n1                     answers the oldest question to the disk
 * snapshot n1 BYTES           n1 makes a snapshot of what it has applied, in a file of that size
 * received n1                 n1 learns that a snapshot is complete on its disk
 * settle                      sync, load, receive and deliver until nothing moves
 * stall n1                    its disk stands still; resume n1
 * pass MILLIS                 time passes for everybody, and everything settles, each heartbeat
 * quiet COMMAND               untold
 * elect n1                    times it out and settles, untold; then everyone knows its no-op
 * status n1, log n1
 * </pre>
 */
final class Transcript {
  private static final long MILLI = 1_000_000;
  private static final int MAX_ROUNDS = 100;

  /** Gives the largest number it may. */
  private static final class Largest extends Random {
    private static final long serialVersionUID = 1;

    @Override
    public long nextLong(long origin, long bound) {
      return bound - 1;
    }
  }

  private record Envelope(String from, String to, Message message) {
    String link() {
      return from + "->" + to;
    }
  }

  private static final class Server {
    final String name;
    final MemoryDisk disk = new MemoryDisk();
    final Deque<LoadEntries> loads = new ArrayDeque<>();
    final Deque<LoadChunk> chunks = new ArrayDeque<>();
    final Deque<SnapshotMetadata> received = new ArrayDeque<>();
    Raft raft;
    long nowNanos;
    long applied;
    boolean isStalled;

    Server(String name) {
      this.name = name;
    }
  }

  private final Map<String, Server> servers = new TreeMap<>();
  private final List<Envelope> network = new ArrayList<>();
  private final List<String> cuts = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private Configuration founders = Members.group(1);
  private final Map<String, Integer> priorities = new TreeMap<>();
  private RaftOptions options = RaftOptions.DEFAULT;

  /** The text with every command's output as it is now. */
  static String run(String text) {
    Transcript transcript = new Transcript();
    StringBuilder result = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.startsWith("  ")) {
        continue;
      }
      result.append(line).append('\n');
      if (!line.isBlank() && !line.startsWith("#")) {
        transcript.execute(line);
        transcript.told.forEach(told -> result.append("  ").append(told).append('\n'));
        transcript.told.clear();
      }
    }
    return result.toString();
  }

  private void execute(String line) {
    String[] words = line.split(" ", -1);
    try {
      execute(words);
    } catch (InvariantViolation e) {
      told.add("broken invariant: " + e.getMessage());
    }
  }

  private void execute(String[] words) {
    String target = words.length > 1 ? words[1] : "all";
    switch (words[0]) {
      case "nodes" -> found(words);
      case "add" -> add(target);
      case "boot" -> boot(server(target), words);
      case "restart" -> restart(server(target));
      case "timeout" -> advance(server(target), server(target).raft.nextDeadlineNanos());
      case "elapse", "wake" ->
          each(target).forEach(s -> pass(s, Long.parseLong(words[2]), words[0].equals("wake")));
      case "stall" -> server(target).isStalled = true;
      case "resume" -> server(target).isStalled = false;
      case "pass" -> pass(Long.parseLong(target) * MILLI);
      case "propose" -> propose(server(target), words);
      case "change" -> change(server(target), words);
      case "who" -> told.add(Narrator.tell(server(target).raft.status().configuration()));
      case "read" -> read(server(target), Long.parseLong(words[2]));
      case "callable" -> {
        server(target).raft.callable(member(words[2]), words[3].equals("yes"));
        take(server(target));
      }
      case "transfer" -> transfer(server(target), words);
      case "sync" -> sync(target);
      case "deliver" -> deliver(target);
      case "drop" -> network.removeIf(message -> matches(message, target));
      case "cut" -> cuts.add(target);
      case "isolate" -> isolate(target);
      case "heal" -> cuts.clear();
      case "load" -> load(server(target));
      case "snapshot" -> takeSnapshot(server(target), Integer.parseInt(words[2]));
      case "received" -> received(server(target));
      case "settle" -> settle();
      case "quiet" -> {
        execute(Arrays.copyOfRange(words, 1, words.length));
        told.clear();
      }
      case "elect" -> elect(server(target));
      case "status" -> told.add(Narrator.tell(server(target).raft.status()));
      case "log" -> tellLog(server(target).disk.writtenLog());
      default -> throw new IllegalArgumentException("no such command: " + words[0]);
    }
  }

  private void found(String[] words) {
    int size = Integer.parseInt(words[1]);
    String listed = option(words, "members");
    founders = listed.isEmpty() ? Members.group(size) : new Configuration(members(listed));
    options = Bounds.parse(Arrays.stream(words).skip(2).filter(Bounds::isBound).toList());
    String listedPriorities = option(words, "priority");
    for (int i = 1; i <= size; i++) {
      if (!listedPriorities.isEmpty()) {
        priorities.put("n" + i, Integer.valueOf(listedPriorities.split(",", -1)[i - 1]));
      }
      add("n" + i);
    }
  }

  private void add(String name) {
    Server server = new Server(name);
    servers.put(name, server);
    start(server);
  }

  /** Comma-separated members behind {@code name=}, or none. */
  private static String option(String[] words, String name) {
    return Arrays.stream(words)
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  private static List<Member> members(String names) {
    return names.isEmpty()
        ? List.of()
        : Arrays.stream(names.split(",", -1)).map(Transcript::member).toList();
  }

  private void change(Server server, String[] words) {
    Configuration target =
        new Configuration(
            members(words[2]),
            List.of(),
            members(option(words, "learners")),
            List.of(),
            members(option(words, "witnesses")));
    told.add("change: " + Narrator.tell(server.raft.change(target)));
    take(server);
  }

  private void boot(Server server, String[] words) {
    long term = 0;
    Optional<Member> vote = Optional.empty();
    List<Entry> log = new ArrayList<>();
    server.applied = 0;
    for (String word : List.of(words).subList(2, words.length)) {
      String value = word.substring(word.indexOf('=') + 1);
      switch (word.substring(0, word.indexOf('='))) {
        case "term" -> term = Long.parseLong(value);
        case "vote" -> vote = Optional.of(member(value));
        case "applied" -> server.applied = Long.parseLong(value);
        case "log" -> log = entries(value);
        default -> throw new IllegalArgumentException("no such part: " + word);
      }
    }
    forget(server);
    server.disk.format(new TermAndVote(term, vote), log);
    start(server);
    server.nowNanos += options.electionTimeoutMaxNanos();
    server.raft.noteTime(server.nowNanos);
  }

  /** Entries of the given terms; uids are made of index and term, so that like is like. */
  private static List<Entry> entries(String terms) {
    List<Entry> entries = new ArrayList<>();
    for (String term : terms.split(",", -1)) {
      LogPosition position = new LogPosition(entries.size() + 1L, Long.parseLong(term));
      entries.add(new Entry(position, new Command("old" + position.index(), "", Bytes.EMPTY)));
    }
    return entries;
  }

  private void restart(Server server) {
    server.disk.crash();
    forget(server);
    start(server);
    told.add(
        Narrator.tell(server.raft.status())
            + ", "
            + server
                .disk
                .syncedVote()
                .votedFor()
                .map(vote -> "voted for " + Members.name(vote))
                .orElse("no vote"));
  }

  private static void forget(Server server) {
    server.loads.clear();
    server.chunks.clear();
    server.received.clear();
  }

  private void start(Server server) {
    DurableState state = server.disk.state(server.applied);
    server.applied = state.appliedIndex();
    server.raft =
        new Raft(
            member(server.name),
            founders.isVoter(member(server.name)) ? founders : Configuration.NONE,
            state,
            options.withLeadership(
                options
                    .leadership()
                    .withPriority(
                        priorities.getOrDefault(server.name, LeadershipOptions.DEFAULT_PRIORITY))),
            new Largest(),
            server.nowNanos);
  }

  private void pass(Server server, long millis, boolean wakes) {
    long untilNanos = server.nowNanos + millis * MILLI;
    while (wakes && server.raft.nextDeadlineNanos() < untilNanos) {
      advance(server, server.raft.nextDeadlineNanos());
    }
    advance(server, untilNanos);
  }

  private void advance(Server server, long toNanos) {
    server.nowNanos = toNanos;
    server.raft.advanceTo(toNanos);
    take(server);
  }

  private void pass(long nanos) {
    for (long passed = 0; passed < nanos; passed += options.heartbeatNanos()) {
      each("all").forEach(server -> advance(server, server.nowNanos + options.heartbeatNanos()));
      settle();
    }
  }

  private void propose(Server server, String[] words) {
    for (String uid : List.of(words).subList(2, words.length)) {
      ProposalOutcome outcome = server.raft.propose(new Command(uid, "", Bytes.EMPTY));
      told.add(uid + ": " + Narrator.tell(outcome));
    }
    take(server);
  }

  private void read(Server server, long readId) {
    server.raft.read(readId);
    take(server);
  }

  private void transfer(Server server, String[] words) {
    Optional<Member> heir = words.length > 2 ? Optional.of(member(words[2])) : Optional.empty();
    told.add(Narrator.tell(server.raft.transfer(heir)));
    take(server);
  }

  private boolean sync(String target) {
    boolean any = false;
    for (Server server : each(target)) {
      while (server.disk.hasUnsynced() && !server.isStalled) {
        any = true;
        syncOldest(server);
        if (!target.equals("all")) {
          break;
        }
      }
    }
    return any;
  }

  private void syncOldest(Server server) {
    Persist forced = server.disk.sync();
    told.add(server.name + " has synced #" + forced.number());
    for (Send send : forced.afterDurable()) {
      told.add(Narrator.tell(server.name, send));
      post(server, send);
    }
    MemoryDisk.completedBy(forced).ifPresent(server.received::add);
    server.raft.persisted(forced.number());
    take(server);
  }

  private boolean deliver(String link) {
    List<Envelope> arriving = network.stream().filter(message -> matches(message, link)).toList();
    network.removeAll(arriving);
    for (Envelope message : arriving) {
      Server to = server(message.to());
      to.raft.receive(member(message.from()), message.message());
      take(to);
    }
    return !arriving.isEmpty();
  }

  private void isolate(String name) {
    for (String other : servers.keySet()) {
      cuts.add(name + "->" + other);
      cuts.add(other + "->" + name);
    }
  }

  private void tellLog(LogImage log) {
    String base = log.base().index() == 0 ? "" : "after " + log.base() + ": ";
    told.add(base + Narrator.tell(log.entries()));
  }

  private void takeSnapshot(Server server, int sizeBytes) {
    Entry last = server.disk.syncedLog().get(server.applied);
    byte[] content = new byte[sizeBytes];
    Arrays.fill(content, (byte) server.applied);
    server.raft.compacted(
        server.disk.take(
            last.position(),
            last.timeMillis(),
            server.raft.configurationAt(last.index()),
            Bytes.wrap(content)));
    take(server);
  }

  private void received(Server server) {
    server.raft.snapshotReceived(server.received.remove());
    take(server);
  }

  private void load(Server server) {
    if (!server.chunks.isEmpty()) {
      LoadChunk chunk = server.chunks.remove();
      server.raft.chunkLoaded(chunk.snapshot(), chunk.offset(), server.disk.read(chunk));
      take(server);
      return;
    }
    if (server.loads.isEmpty()) {
      throw new IllegalArgumentException(server.name + " has not asked its disk");
    }
    LoadEntries load = server.loads.remove();
    server.raft.loaded(load.firstIndex(), server.disk.read(load));
    take(server);
  }

  private boolean loadAll() {
    boolean any = false;
    for (Server server : servers.values()) {
      while (!server.loads.isEmpty() || !server.chunks.isEmpty()) {
        any = true;
        load(server);
      }
      while (!server.received.isEmpty()) {
        any = true;
        received(server);
      }
    }
    return any;
  }

  private void elect(Server server) {
    advance(server, server.raft.nextDeadlineNanos());
    settle();
    advance(server, server.raft.nextDeadlineNanos());
    settle();
    told.clear();
    told.add(Narrator.tell(server.raft.status()));
  }

  private void settle() {
    for (int i = 0; i < MAX_ROUNDS; i++) {
      boolean synced = sync("all");
      boolean delivered = deliver("all");
      boolean loaded = loadAll();
      if (!synced && !delivered && !loaded) {
        return;
      }
    }
    throw new AssertionError("still moving after " + MAX_ROUNDS + " rounds");
  }

  private void take(Server server) {
    while (server.raft.hasReady()) {
      Ready ready = server.raft.ready();
      told.addAll(Narrator.tell(server.name, ready));
      ready.persist().ifPresent(server.disk::write);
      ready.sends().forEach(send -> post(server, send));
      server.loads.addAll(ready.loads());
      server.chunks.addAll(ready.chunks());
      ready.restore().ifPresent(snapshot -> restored(server, snapshot.last().index()));
      if (!ready.committed().isEmpty()) {
        server.applied = ready.committed().get(ready.committed().size() - 1).index();
        server.raft.applied(server.applied);
      }
    }
  }

  private static void restored(Server server, long index) {
    server.applied = index;
    server.raft.applied(index);
  }

  private void post(Server from, Send send) {
    Envelope envelope = new Envelope(from.name, Members.name(send.to()), send.message());
    if (!cuts.contains(envelope.link())) {
      network.add(envelope);
    }
  }

  private Collection<Server> each(String target) {
    return target.equals("all") ? servers.values() : List.of(server(target));
  }

  private Server server(String name) {
    Server server = servers.get(name);
    if (server == null) {
      throw new IllegalArgumentException("no such server: " + name);
    }
    return server;
  }

  private static Member member(String name) {
    return Members.member(Integer.parseInt(name.substring(1)));
  }

  private static boolean matches(Envelope message, String link) {
    return link.equals("all") || message.link().equals(link);
  }
}
