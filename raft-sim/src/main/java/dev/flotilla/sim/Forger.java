package dev.flotilla.sim;

import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.sim.wire.RawClient;
import dev.flotilla.sim.wire.WireNetwork;
import dev.flotilla.sim.wire.WireServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Somebody inside the network who sends requests in the name of members, and says what comes to
 * mind: it knows every member, term and index. It forges no configurations, since those who are
 * told that others are the members may never be asked again, and no snapshots.
 */
final class Forger {
  private static final int HOST = Simulation.MAX_SERVERS + 2;
  private static final int MAX_PAUSE_NANOS = 80_000_000;
  private static final int FOREIGN_RARITY = 12;
  private static final int SHAPELESS_RARITY = 4;
  private static final String SENTINEL = "987654321";
  private static final int SEQUENCES = 3_000;

  /** Numbers as nobody would write them. */
  private static final List<String> SHAPELESS =
      List.of(
          "9223372036854775807",
          "9223372036854775808",
          "99999999999999999999999",
          "-1",
          "-9223372036854775808",
          "0",
          "281474976710656",
          "281474976710655",
          "+1",
          " 1 ",
          "1.0",
          "1e3",
          "0x10",
          "",
          "\u0661");

  private static final long[] FAR_TERMS = {
    1_000, 999_999, 1_000_000, 1_000_001, 1L << 31, 1L << 40, 1L << 48
  };
  private static final long[] ENDS = {0, 1L << 40, 1L << 48, Long.MAX_VALUE - 1, Long.MAX_VALUE};

  private final EventQueue agenda;
  private final SplittableRandom random;
  private final List<SimulatedServer> servers;
  private final RawClient raw;
  private final Consumer<Runnable> checks;
  private int sent;
  private boolean stopped;

  Forger(
      EventQueue agenda,
      SplittableRandom random,
      List<SimulatedServer> servers,
      WireNetwork wires,
      Consumer<Runnable> checks) {
    this.agenda = agenda;
    this.random = random;
    this.servers = servers;
    this.checks = checks;
    this.raw = new RawClient(wires.begin(HOST, () -> 0));
  }

  void start() {
    agenda.after(random.nextInt(MAX_PAUSE_NANOS), this::next);
  }

  void stop() {
    stopped = true;
  }

  Map<String, Integer> counts() {
    return Map.of("forged message", sent);
  }

  private void next() {
    if (stopped) {
      return;
    }
    SimulatedServer victim = servers.get(random.nextInt(servers.size()));
    victim.node().ifPresent(node -> attack(victim, node.status()));
    agenda.after(random.nextInt(MAX_PAUSE_NANOS), this::next);
  }

  private void attack(SimulatedServer victim, NodeStatus status) {
    boolean isShapeless = random.nextInt(SHAPELESS_RARITY) == 0;
    String number = isShapeless ? SHAPELESS.get(random.nextInt(SHAPELESS.size())) : SENTINEL;
    try {
      PeerHeader header = header(victim);
      byte[] request =
          switch (random.nextInt(6)) {
            case 0 ->
                bytes(
                    victim, header, RaftOperations.PRE_VOTE, preVote(status, isShapeless), number);
            case 1 ->
                bytes(
                    victim, header, RaftOperations.REQUEST_VOTE, vote(status, isShapeless), number);
            case 2 ->
                bytes(
                    victim, header, RaftOperations.TIMEOUT_NOW, order(status, isShapeless), number);
            case 3 ->
                bytes(victim, header, RaftOperations.READ_INDEX, read(status, isShapeless), number);
            default ->
                bytes(
                    victim,
                    header,
                    RaftOperations.APPEND_ENTRIES,
                    append(status, isShapeless),
                    number);
          };
      boolean isMeant = isMeantFor(victim, header) && isTerm(number);
      raw.send(
          victim.number,
          request,
          answer -> checks.accept(() -> checkAnswer(isMeant, header, number, answer)));
      sent++;
    } catch (IllegalArgumentException | ArithmeticException e) {
      // Not even a message: the types refuse it before it is one.
    }
  }

  private <Q extends Message.Request> byte[] bytes(
      SimulatedServer victim,
      PeerHeader header,
      Operation<PeerRequest<Q>, ?> operation,
      Q message,
      String number) {
    String address = WireServer.addressOf(random.nextInt(servers.size())).toString();
    return RawClient.request(
        victim.number,
        operation,
        new PeerRequest<>(header, address, message),
        SENTINEL.getBytes(StandardCharsets.US_ASCII),
        number.getBytes(StandardCharsets.UTF_8));
  }

  private PeerHeader header(SimulatedServer victim) {
    boolean isForeign = random.nextInt(FOREIGN_RARITY) == 0;
    return new PeerHeader(
        isForeign && random.nextBoolean() ? random.nextInt() : RaftNames.PROTOCOL_VERSION,
        isForeign && random.nextBoolean() ? new GroupId("other") : WireServer.GROUP,
        member(),
        isForeign && random.nextBoolean() ? member() : victim.member());
  }

  private static boolean isMeantFor(SimulatedServer victim, PeerHeader header) {
    return header.version() == RaftNames.PROTOCOL_VERSION
        && header.group().equals(WireServer.GROUP)
        && header.to().equals(victim.member());
  }

  private static boolean isTerm(String number) {
    try {
      long term = Long.parseLong(number.strip());
      return term >= 0 && term <= NumberLimits.MAX_TERM;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** What is for another group, server or version, or has a term beyond all limits, is refused. */
  private static void checkAnswer(
      boolean isMeant, PeerHeader header, String number, String answer) {
    if (!isMeant && answer.contains("<") && !answer.contains("Fault")) {
      throw new Violation(
          "what-is-not-meant-here-is-refused",
          "%s with the term '%s' was answered: %s".formatted(header, number, answer));
    }
  }

  private Member member() {
    return servers.get(random.nextInt(servers.size())).member();
  }

  private PreVote preVote(NodeStatus status, boolean isShapeless) {
    return new PreVote(term(status, isShapeless), position(status), sequence());
  }

  private RequestVote vote(NodeStatus status, boolean isShapeless) {
    return new RequestVote(
        term(status, isShapeless), position(status), sequence(), random.nextBoolean());
  }

  private TimeoutNow order(NodeStatus status, boolean isShapeless) {
    return new TimeoutNow(term(status, isShapeless), sequence());
  }

  private ReadIndex read(NodeStatus status, boolean isShapeless) {
    return new ReadIndex(term(status, isShapeless), random.nextInt(SEQUENCES), sequence());
  }

  private AppendEntries append(NodeStatus status, boolean isShapeless) {
    LogPosition previous = position(status);
    long term = term(status, isShapeless);
    List<Entry> entries = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      long index = previous.index() + 1 + entries.size();
      LogPosition position = new LogPosition(index, Math.max(1, Math.min(term, status.term())));
      entries.add(
          random.nextBoolean()
              ? new Entry(position, index, NoOp.INSTANCE)
              : new Entry(position, index, new Command("f" + index, "forged", Bytes.utf8("f"))));
    }
    return new AppendEntries(term, previous, entries, index(status), sequence());
  }

  private long term(NodeStatus status, boolean isShapeless) {
    if (isShapeless) {
      return Long.parseLong(SENTINEL);
    }
    long known = status.term();
    return switch (random.nextInt(8)) {
      case 0 -> known + 1;
      case 1 -> Math.max(0, known - 1);
      case 2 -> known + FAR_TERMS[random.nextInt(FAR_TERMS.length)];
      case 3 -> ENDS[random.nextInt(ENDS.length)];
      default -> known;
    };
  }

  private long index(NodeStatus status) {
    return switch (random.nextInt(6)) {
      case 0 -> status.commitIndex();
      case 1 -> status.lastIndex();
      case 2 -> status.lastIndex() + 1 + random.nextInt(100);
      case 3 -> Math.max(0, status.commitIndex() - random.nextInt(10));
      case 4 -> ENDS[random.nextInt(ENDS.length)];
      default -> random.nextLong(status.lastIndex() + 2);
    };
  }

  private LogPosition position(NodeStatus status) {
    long index = index(status);
    long term = status.raft().last().term() + random.nextInt(3) - 1;
    return index == 0 ? LogPosition.ORIGIN : new LogPosition(index, Math.max(1, term));
  }

  private long sequence() {
    return random.nextInt(20) == 0 ? Long.MAX_VALUE : random.nextInt(SEQUENCES);
  }
}
