package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.protocol.OrderMessage.Adopted;
import dev.flotilla.order.protocol.OrderMessage.Batch;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.order.protocol.OrderMessage.Decided;
import dev.flotilla.order.protocol.OrderMessage.Estimate;
import dev.flotilla.order.protocol.OrderMessage.Poll;
import dev.flotilla.order.protocol.OrderMessage.Proposal;
import dev.flotilla.order.protocol.OrderMessage.Step;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Total order by a sequence of consensus instances (Chandra and Toueg).
 *
 * <p>The origin sends a message to all. Each instance of consensus decides which messages come
 * next. Its rounds have a coordinator each. In the first round the coordinator proposes the
 * messages that have no place yet; a process that has all of them adopts the proposal and says so;
 * once a majority has, the coordinator decides and sends the decision to all. Four steps, 4(n-1)
 * messages.
 *
 * <p>A process that suspects the coordinator goes to the next round and sends its estimate to the
 * next coordinator, which is the paper's negative answer, too. That coordinator polls the others,
 * waits for the estimates of a majority, and proposes the one that was adopted last. So what a
 * majority has adopted once is what every later round proposes: two processes never decide
 * differently, however wrong suspicions are (TO3). All processes end an instance if a majority is
 * correct, crashed processes are suspected in the end, and wrong suspicions stop (TO1, TO2).
 *
 * <p>Proposals of the first round name messages without carrying them. A process adopts only what
 * it has, so that one correct process has each decided message. It sends the messages of a
 * suspected origin on to all; that replaces reliable broadcast, at no cost while nobody is
 * suspected. Nobody watches origins outside of the group, so proposals carry their messages: if
 * such an origin crashes while it sends, all deliver the message or none does. The proposer of the
 * last decision coordinates the next instance first, so a crashed process delays one instance only.
 */
public class ChandraToueg implements Protocol {
  private final ProcessGroup group;
  private final Outbox outbox;
  private final ContentStore store;
  private final TreeSet<Integer> suspected = new TreeSet<>();

  /** Messages of instances that this process has not come to, by instance. */
  private final TreeMap<Long, List<Early>> early = new TreeMap<>();

  /** So many instances each process is known to have decided. */
  private final long[] decidedBy;

  private long broadcasts;
  private Instance current;

  private record Early(int from, OrderMessage message) {}

  /** The instance of consensus that is under way here. */
  private static final class Instance {
    private final long number;
    private final int firstCoordinator;
    private Batch estimate;
    private int adoptedRound = -1;
    private int round;

    /** What this process proposes as the coordinator of the round. */
    private @Nullable Batch proposed;

    /** The round's proposal, of which messages are missing here. */
    private @Nullable Batch incomplete;

    /** The decision, of which messages are missing here. */
    private @Nullable Batch decision;

    /** Whether the decision did not come from the first coordinator: others may not have it. */
    private boolean isTellingOthers;

    private final TreeSet<Integer> adopters = new TreeSet<>();
    private final TreeMap<Integer, Estimate> estimates = new TreeMap<>();

    private Instance(long number, int firstCoordinator) {
      this.number = number;
      this.firstCoordinator = firstCoordinator;
      this.estimate = new Batch(firstCoordinator, List.of());
    }

    private Step step() {
      return new Step(number, round);
    }

    private void enter(int nextRound) {
      round = nextRound;
      proposed = null;
      incomplete = null;
      adopters.clear();
      estimates.clear();
    }
  }

  /** Begins at a process of a group that has not ordered anything. */
  public ChandraToueg(ProcessGroup group) {
    this.group = group;
    this.outbox = new Outbox(group);
    this.store = new ContentStore(group);
    this.decidedBy = new long[group.size()];
    this.current = new Instance(0, 0);
  }

  @Override
  public MessageId broadcast(Bytes body) {
    Content content = new Content(new MessageId(group.self(), broadcasts), body);
    broadcasts++;
    outbox.sendToOthers(content);
    store.add(content);
    progress();
    return content.id();
  }

  @Override
  public void receive(int from, OrderMessage message) {
    if (message instanceof Content content) {
      received(content);
    } else if (message instanceof Estimate estimate) {
      inTurn(from, estimate.step().instance(), message);
    } else if (message instanceof Poll poll) {
      inTurn(from, poll.step().instance(), message);
    } else if (message instanceof Proposal proposal) {
      store.forgetBefore(proposal.stable());
      inTurn(from, proposal.step().instance(), message);
    } else if (message instanceof Adopted adopted) {
      long instance = adopted.step().instance();
      decidedBy[from] = Math.max(decidedBy[from], instance);
      inTurn(from, instance, message);
    } else if (message instanceof Decided decided) {
      inTurn(from, decided.instance(), message);
    } else {
      throw new IllegalArgumentException("Chandra-Toueg has no message " + message);
    }
    progress();
  }

  @Override
  public void suspect(int process) {
    if (process != group.self() && suspected.add(group.require(process))) {
      store.from(process).forEach(outbox::sendToOthers);
      progress();
    }
  }

  @Override
  public void trust(int process) {
    suspected.remove(process);
  }

  @Override
  public Outputs take() {
    return outbox.take();
  }

  private void received(Content content) {
    boolean isNew = store.add(content);
    if (isNew && suspected.contains(content.id().origin())) {
      outbox.sendToOthers(content);
    }
  }

  /** Handles a message of the current instance, and keeps or answers those of others. */
  private void inTurn(int from, long instance, OrderMessage message) {
    if (instance > current.number) {
      early.computeIfAbsent(instance, it -> new ArrayList<>()).add(new Early(from, message));
    } else if (instance < current.number) {
      answerLate(from, instance, message);
    } else {
      handle(from, message);
    }
  }

  private void answerLate(int from, long instance, OrderMessage message) {
    if (!(message instanceof Decided || message instanceof Adopted)) {
      store.decision(instance).forEach(decided -> outbox.send(from, decided));
    }
  }

  private void handle(int from, OrderMessage message) {
    if (message instanceof Estimate estimate) {
      estimate.contents().forEach(this::received);
      enterIfLater(estimate.step().round());
      if (estimate.step().round() == current.round) {
        current.estimates.put(from, estimate);
      }
    } else if (message instanceof Poll poll) {
      enterIfLater(poll.step().round());
    } else if (message instanceof Proposal proposal) {
      proposal.contents().forEach(this::received);
      enterIfLater(proposal.step().round());
      if (proposal.step().round() == current.round) {
        current.incomplete = proposal.batch();
      }
    } else if (message instanceof Adopted adopted) {
      if (adopted.step().round() == current.round && current.proposed != null) {
        current.adopters.add(from);
      }
    } else if (message instanceof Decided decided) {
      decided.contents().forEach(this::received);
      current.decision = decided.batch();
      current.isTellingOthers |= from != current.firstCoordinator || current.round > 0;
    }
  }

  private void enterIfLater(int round) {
    if (round > current.round) {
      enter(round);
    }
  }

  private void enter(int round) {
    current.enter(round);
    int coordinator = coordinator();
    if (current.adoptedRound < 0) {
      current.estimate = store.pendingBatch(group.self());
    }
    Estimate estimate =
        new Estimate(
            current.step(),
            current.adoptedRound,
            current.estimate,
            store.contentsOf(current.estimate));
    if (coordinator == group.self()) {
      current.estimates.put(coordinator, estimate);
      outbox.sendToOthers(new Poll(current.step()));
    } else {
      outbox.send(coordinator, estimate);
    }
  }

  private int coordinator() {
    return (current.firstCoordinator + current.round) % group.size();
  }

  /** Does what the state allows, until nothing is left. */
  private void progress() {
    while (decideIfComplete() || leaveSuspected() || proposeIfDue() || adoptIfComplete()) {
      // Each of them changes the state.
    }
  }

  private boolean decideIfComplete() {
    if (current.decision == null
        && current.proposed != null
        && current.adopters.size() >= decidingNumber()) {
      current.decision = current.proposed;
      current.isTellingOthers = true;
    }
    Batch batch = current.decision;
    if (batch == null || !store.hasAll(batch)) {
      return false;
    }
    if (current.isTellingOthers) {
      boolean isProposedHere = current.round == 0 && batch.equals(current.proposed);
      List<Content> contents = isProposedHere ? List.of() : contentsWith(batch);
      outbox.sendToOthers(new Decided(current.number, batch, contents));
    }
    for (Content content : store.decide(current.number, batch)) {
      outbox.deliver(content.id(), content.body());
    }
    begin(current.number + 1, batch.proposer());
    return true;
  }

  private void begin(long instance, int firstCoordinator) {
    current = new Instance(instance, group.require(firstCoordinator));
    decidedBy[group.self()] = instance;
    List<Early> waiting = early.remove(instance);
    if (waiting != null) {
      Deque<Early> messages = new ArrayDeque<>(waiting);
      messages.forEach(it -> inTurn(it.from(), instance, it.message()));
    }
  }

  /** A process that waits for nobody does not care who coordinates. */
  private boolean leaveSuspected() {
    boolean isWaiting = store.hasPending() || current.adoptedRound >= 0 || current.round > 0;
    if (!isWaiting || current.decision != null || !suspected.contains(coordinator())) {
      return false;
    }
    enter(current.round + 1);
    return true;
  }

  private boolean proposeIfDue() {
    if (coordinator() != group.self() || current.proposed != null) {
      return false;
    }
    boolean isDue =
        current.round == 0 ? store.hasPending() : current.estimates.size() >= group.majority();
    if (!isDue) {
      return false;
    }
    Batch batch = choose(new ArrayList<>(current.estimates.values()));
    current.proposed = batch;
    current.incomplete = batch;
    outbox.sendToOthers(new Proposal(current.step(), batch, contentsWith(batch), stable()));
    return true;
  }

  /** The messages of a batch that others may never get from their origins. */
  private List<Content> contentsWith(Batch batch) {
    return current.round > 0 ? store.contentsOf(batch) : contentsFromOutside(batch);
  }

  /** Those that nobody sends on; a test shows what happens if they are left out. */
  List<Content> contentsFromOutside(Batch batch) {
    return store.outsideContentsOf(batch);
  }

  /** The estimate that was adopted in the latest round; without any, what has no place here. */
  Batch choose(List<Estimate> estimates) {
    Batch chosen = store.pendingBatch(group.self());
    int latest = -1;
    for (Estimate estimate : estimates) {
      if (estimate.adoptedRound() > latest) {
        latest = estimate.adoptedRound();
        chosen = estimate.batch();
      }
    }
    return chosen;
  }

  /** How many processes must have adopted a proposal, this one included, before it is decided. */
  int decidingNumber() {
    return group.majority();
  }

  private boolean adoptIfComplete() {
    Batch batch = current.incomplete;
    if (batch == null || !store.hasAll(batch)) {
      return false;
    }
    current.incomplete = null;
    current.estimate = batch;
    current.adoptedRound = current.round;
    if (coordinator() == group.self()) {
      current.adopters.add(group.self());
    } else {
      outbox.send(coordinator(), new Adopted(current.step()));
    }
    return true;
  }

  private long stable() {
    long lowest = Long.MAX_VALUE;
    for (long decided : decidedBy) {
      lowest = Math.min(lowest, decided);
    }
    store.forgetBefore(lowest);
    return lowest;
  }
}
