package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.protocol.OrderMessage.Committed;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.order.protocol.OrderMessage.Peer;
import dev.flotilla.order.protocol.OrderMessage.Submitted;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.Ready;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Total order by a replicated log: a broadcast is a command of a Raft group.
 *
 * <p>The origin asks the leader to append its message. The leader sends the entry to all, and they
 * acknowledge it. Once a majority has, the leader tells all that the log is committed up to there.
 * Four steps, 3(n-1) messages and one for the leader; one step and one message less if the leader
 * is the origin.
 *
 * <p>Keeps TO1 to TO3 while a majority is correct. An origin asks again if the leader changes or a
 * second passes; what gets into the log twice is delivered once. An origin outside of the group
 * ({@link SubmittingOrigin}) asks all, and only the leader appends. Raft has its own failure
 * detector, so suspicions of others are ignored.
 *
 * <p>The log is in memory and never compacted, and a journal is never read: this is for
 * comparisons, and for tests. The class {@code FlotillaServer} is the same protocol for devices.
 */
public class RaftOrder implements Protocol {
  static final long RETRY_NANOS = 1_000_000_000;

  private final ProcessGroup group;
  private final List<Member> members;
  private final Raft raft;
  private final Outbox outbox;
  private final MemoryLog log = new MemoryLog();
  private final RaftJournal journal;
  private final SeenIds delivered = new SeenIds();

  /** Own messages that are not delivered here. */
  private final Map<MessageId, Bytes> undelivered = new LinkedHashMap<>();

  private Optional<Member> leader = Optional.empty();
  private long leaderTerm;
  private long deliveredIndex;
  private long broadcasts;
  private long nowNanos;
  private long retryNanos = Long.MAX_VALUE;

  /**
   * Begins at a process of a group that has not ordered anything.
   *
   * @param options bounds and intervals of Raft
   * @param random the source of all randomness
   * @param nowNanos the time, on the clock of {@link #advanceTo}
   */
  public RaftOrder(ProcessGroup group, RaftOptions options, RandomGenerator random, long nowNanos) {
    this(group, options, random, nowNanos, RaftJournal.NONE);
  }

  /**
   * Likewise, with a journal.
   *
   * @param journal keeps what is acknowledged
   */
  public RaftOrder(
      ProcessGroup group,
      RaftOptions options,
      RandomGenerator random,
      long nowNanos,
      RaftJournal journal) {
    this.group = group;
    this.journal = journal;
    this.members = IntStream.range(0, group.size()).mapToObj(RaftOrder::member).toList();
    this.outbox = new Outbox(group);
    this.nowNanos = nowNanos;
    this.raft =
        new Raft(
            members.get(group.self()),
            new Configuration(members),
            DurableState.EMPTY,
            options,
            random,
            nowNanos);
  }

  private static Member member(int process) {
    return new Member(new NodeId(new UUID(0, process)), new Incarnation(0, process));
  }

  private int processOf(Member member) {
    return Math.toIntExact(member.incarnation().low());
  }

  @Override
  public MessageId broadcast(Bytes body) {
    MessageId id = new MessageId(group.self(), broadcasts);
    broadcasts++;
    undelivered.put(id, body);
    submit(new Content(id, body));
    scheduleRetry();
    work();
    return id;
  }

  @Override
  public void receive(int from, OrderMessage message) {
    if (message instanceof Peer peer) {
      raft.receive(members.get(from), peer.message());
    } else if (message instanceof Submitted submitted) {
      propose(submitted.content());
    } else if (message instanceof Committed committed) {
      if (isCommitted(committed)) {
        deliverUpTo(Math.min(committed.position().index(), log.lastIndex()));
      }
    } else {
      throw new IllegalArgumentException("Raft has no message " + message);
    }
    work();
  }

  @Override
  public void noteTime(long nanos) {
    nowNanos = nanos;
    raft.noteTime(nanos);
  }

  @Override
  public void advanceTo(long nanos) {
    nowNanos = nanos;
    raft.advanceTo(nanos);
    if (retryNanos <= nanos) {
      resubmit();
    }
    work();
  }

  @Override
  public long nextDeadlineNanos() {
    return Math.min(retryNanos, raft.nextDeadlineNanos());
  }

  @Override
  public Outputs take() {
    return outbox.take();
  }

  /** The leader as far as this process knows. */
  public Optional<Integer> leader() {
    return leader.map(this::processOf);
  }

  /** If the log holds this entry, it holds all before it as the leader does (log matching). */
  boolean isCommitted(Committed committed) {
    return log.contains(committed.position());
  }

  private void submit(Content content) {
    if (leader.isEmpty()) {
      return;
    }
    int process = processOf(leader.get());
    if (process == group.self()) {
      propose(content);
    } else {
      outbox.send(process, new Submitted(content));
    }
  }

  /** What is not appended, for example since this process does not lead, its origin sends again. */
  private void propose(Content content) {
    if (!isDelivered(content.id())) {
      MessageId id = content.id();
      raft.propose(new Command(id.number() + "@" + id.origin(), "", content.body()));
    }
  }

  private static MessageId idOf(Command command) {
    int at = command.uid().indexOf('@');
    return new MessageId(
        Integer.parseInt(command.uid(), at + 1, command.uid().length(), 10),
        Long.parseLong(command.uid(), 0, at, 10));
  }

  private void resubmit() {
    undelivered.forEach((id, body) -> submit(new Content(id, body)));
    retryNanos = Long.MAX_VALUE;
    scheduleRetry();
  }

  private void scheduleRetry() {
    if (retryNanos == Long.MAX_VALUE && !undelivered.isEmpty()) {
      retryNanos = nowNanos + RETRY_NANOS;
    }
  }

  private void work() {
    while (raft.hasReady()) {
      carryOut(raft.ready());
    }
  }

  private void carryOut(Ready ready) {
    ready.sends().forEach(this::send);
    ready.persist().ifPresent(this::persist);
    for (LoadEntries load : ready.loads()) {
      long first = load.firstIndex();
      raft.loaded(first, log.slice(first, load.maxEntries(), load.maxBytes()));
    }
    if (!ready.committed().isEmpty()) {
      committed(ready.committed().get(ready.committed().size() - 1));
    }
    ready.status().ifPresent(this::changed);
  }

  /** Without a journal, memory is as durable as the process. */
  private void persist(Persist persist) {
    log.store(persist.entries());
    if (persist.termAndVote().isPresent() || !persist.entries().isEmpty()) {
      journal.force(() -> record(persist));
    }
    persist.afterDurable().forEach(this::send);
    raft.persisted(persist.number());
  }

  /** The term, one more than the number of the vote or 0, and the entries. */
  private Bytes record(Persist persist) {
    CompactWriter out = new CompactWriter();
    out.list(
        persist.termAndVote().stream().toList(),
        kept -> {
          out.number(kept.term());
          out.number(kept.votedFor().map(this::processOf).orElse(-1) + 1L);
        });
    out.list(persist.entries(), entry -> PeerMessages.writeEntry(entry, out));
    return out.take();
  }

  private void send(Send send) {
    outbox.send(processOf(send.to()), new Peer(send.message()));
  }

  private void committed(Entry last) {
    if (raft.status().role() == Role.LEADER) {
      outbox.sendToOthers(new Committed(last.position()));
    }
    deliverUpTo(last.index());
    raft.applied(last.index());
  }

  private void deliverUpTo(long index) {
    while (deliveredIndex < index) {
      deliveredIndex++;
      if (log.at(deliveredIndex).payload() instanceof Command command) {
        deliver(idOf(command), command.parameters());
      }
    }
    if (undelivered.isEmpty()) {
      retryNanos = Long.MAX_VALUE;
    }
  }

  private void deliver(MessageId id, Bytes body) {
    undelivered.remove(id);
    if (!isDelivered(id)) {
      delivered.add(id);
      outbox.deliver(id, body);
    }
  }

  /** Whether a message was delivered here; a test shows what happens if nobody asks. */
  boolean isDelivered(MessageId id) {
    return delivered.contains(id);
  }

  private void changed(RaftStatus status) {
    boolean isOther = !status.leader().equals(leader) || status.term() != leaderTerm;
    leader = status.leader();
    leaderTerm = status.term();
    if (isOther && leader.isPresent()) {
      resubmit();
    }
  }
}
