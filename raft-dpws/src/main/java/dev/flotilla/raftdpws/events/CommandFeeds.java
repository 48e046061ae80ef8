package dev.flotilla.raftdpws.events;

import dev.flotilla.dpws.eventing.EventFeed;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.node.AppliedLog;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Topics;
import dev.flotilla.raftdpws.message.CommittedCommands;
import dev.flotilla.raftdpws.message.WatchStart;
import dev.flotilla.raftdpws.wire.RaftFault;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The feeds of those who watch the commands of this server: what is applied here, read back from
 * its log (safety rule 13).
 *
 * <p><b>Threads.</b> One thread of its own reads for all; it may wait for the disk. A feed's
 * methods may be called by any thread.
 *
 * <p><b>Bounds.</b> A feed has one page of {@value #MAX_PAGE_BYTES} bytes under way, or one command
 * if that is larger; all pages under way together take {@value #MAX_HELD_BYTES} bytes and one page
 * at most, and further feeds wait. A sink that does not accept its page loses its subscription, and
 * with it the page. Pages that were read last are kept ({@link RecentPages}), so that those who are
 * up to date cost one read together.
 */
public final class CommandFeeds implements AutoCloseable {
  static final int MAX_PAGE_ENTRIES = 512;
  static final int MAX_PAGE_BYTES = 64 << 10;
  static final long MAX_HELD_BYTES = 8 << 20;

  /** A feed without news shows after so long that it is there. */
  static final long IDLE_NANOS = 5_000_000_000L;

  /** So long a leader may take to confirm where the log ends for a feed that begins there. */
  static final long CONFIRMATION_NANOS = 10_000_000_000L;

  /** After so many entries without a command that it wants, a feed tells how far it is. */
  static final long MAX_SILENT_ENTRIES = 1_024;

  private static final long LOOK_MILLIS = 500;
  private static final long UNKNOWN_INDEX = 0;
  private static final String CLOSED = "the server is closed";

  private final Member self;
  private final ScheduledThreadPoolExecutor thread;
  private volatile @Nullable Served served;

  // Of the thread.
  private final ArrayDeque<Feed> waiting = new ArrayDeque<>();
  private final RecentPages recent = new RecentPages();
  private long heldBytes;
  private boolean isLookPlanned;

  private record Served(GroupId group, RaftNode node) {}

  /** Feeds of a server that does not serve yet. */
  public CommandFeeds(Member self) {
    this.self = self;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread created = new Thread(task, "flotilla-watch");
              created.setDaemon(true);
              return created;
            });
  }

  /** The group exists: feeds can begin. Once. */
  public void serve(GroupId group, RaftNode node) {
    served = new Served(group, node);
  }

  /**
   * Begins a feed; does not block.
   *
   * @param filter where, as {@link WatchStart#text}
   * @throws SoapFaultException if this server has none: it is of another group, or holds no state
   */
  public EventFeed<CommittedCommands> open(String filter) throws SoapFaultException {
    Served now = served;
    WatchStart start;
    try {
      start = WatchStart.parse(filter);
    } catch (IllegalArgumentException e) {
      throw new SoapFaultException(RaftFault.INVALID.because(String.valueOf(e.getMessage())));
    }
    if (now == null) {
      throw new SoapFaultException(
          RaftFault.NOT_SERVING.because("this server is not part of a founded group yet"));
    }
    if (!start.group().orElse(now.group()).equals(now.group())) {
      throw new SoapFaultException(
          RaftFault.WRONG_GROUP.because("this server is a member of group " + now.group()));
    }
    Optional<String> obstacle = obstacle(now.node());
    if (obstacle.isPresent()) {
      throw new SoapFaultException(RaftFault.NOT_SERVING.because(obstacle.get()));
    }
    return new Feed(now, start.fromIndex().orElse(UNKNOWN_INDEX), start.topics());
  }

  private Optional<String> obstacle(RaftNode node) {
    NodeStatus status = node.status();
    Configuration members = status.configuration();
    if (status.state() != NodeState.RUNNING) {
      return Optional.of("its node has stopped");
    }
    if (members.isWitness(self)) {
      return Optional.of("this server is a witness, which has no commands");
    }
    return members.isMember(self)
        ? node.appliedLog().stopped()
        : Optional.of("this server is no member of the group");
  }

  /** Gives every feed that waits what there is for it. On the thread. */
  private void work() {
    Served now = served;
    if (now == null || waiting.isEmpty()) {
      return;
    }
    long applied = now.node().appliedLog().appliedIndex();
    NodeStatus status = now.node().status();
    Optional<String> obstacle = obstacle(now.node());
    Iterator<Feed> feeds = waiting.iterator();
    while (feeds.hasNext() && heldBytes < MAX_HELD_BYTES) {
      Feed feed = feeds.next();
      if (feed.isOver() || obstacle.isPresent()) {
        feeds.remove();
        feed.fail(obstacle.orElse("the subscription is over"));
      } else if (feed.beganAtLeader && isFollower(status)) {
        feeds.remove();
        feed.fail("this server does not lead any more, and learns later what is committed");
      } else if (feed.advance(status.leader().isPresent())) {
        feeds.remove();
      }
    }
    if (!waiting.isEmpty()) {
      lookLater();
      now.node().appliedLog().whenAppliedAfter(applied, () -> later(this::work));
    }
  }

  /** Whether the watch is better served by another server, which is known to others too. */
  private boolean isFollower(NodeStatus status) {
    return status.leader().isPresent() && !status.leader().get().equals(self);
  }

  /** What waits may be idle for too long, or its server may be no member any more. */
  private void lookLater() {
    if (isLookPlanned || thread.isShutdown()) {
      return;
    }
    isLookPlanned = true;
    var unused =
        thread.schedule(
            () -> {
              isLookPlanned = false;
              work();
            },
            LOOK_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private boolean later(Runnable task) {
    try {
      thread.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Ends all feeds; waits for a read that is under way, at most 2 s. */
  @Override
  public void close() {
    later(() -> waiting.forEach(feed -> feed.fail(CLOSED)));
    thread.shutdown();
    try {
      boolean unused = thread.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Of the thread, but for {@link #next} and {@link #close}. */
  private final class Feed implements EventFeed<CommittedCommands> {
    private final Served of;
    private final Topics topics;
    private final boolean beganAtLeader;
    private long fromIndex;
    private long readIndex;
    private long heldByThis;
    private long askedNanos;
    private OptionalLong lostFrom = OptionalLong.empty();
    private CompletableFuture<CommittedCommands> asked = new CompletableFuture<>();
    private volatile boolean isOver;

    /** Whether its sink knows where it began. */
    private boolean hasBegun;

    Feed(Served of, long fromIndex, Topics topics) {
      this.of = of;
      this.topics = topics;
      this.beganAtLeader = of.node().status().isLeading();
      this.fromIndex = fromIndex;
      this.readIndex = fromIndex;
    }

    @Override
    public CompletionStage<CommittedCommands> next() {
      CompletableFuture<CommittedCommands> answer = new CompletableFuture<>();
      if (!later(() -> ask(answer))) {
        answer.completeExceptionally(new IllegalStateException(CLOSED));
      }
      return answer;
    }

    @Override
    public void close() {
      isOver = true;
      boolean unused =
          later(
              () -> {
                release();
                work();
              });
    }

    boolean isOver() {
      return isOver;
    }

    void fail(String reason) {
      asked.completeExceptionally(new IllegalStateException(reason));
    }

    private void ask(CompletableFuture<CommittedCommands> answer) {
      release();
      asked = answer;
      askedNanos = System.nanoTime();
      if (fromIndex == UNKNOWN_INDEX) {
        confirm();
      } else {
        waiting.add(this);
        work();
      }
    }

    /** What this server has applied may be far behind: a leader tells where the log ends. */
    private void confirm() {
      of.node()
          .reads()
          .latest(
              Freshness.LINEARIZABLE,
              outcome -> {
                boolean unused = later(() -> confirmed(outcome));
              });
    }

    private void confirmed(QueryOutcome<Dated<Optional<ExecutedCommand>>> outcome) {
      if (outcome instanceof QueryOutcome.Answered<Dated<Optional<ExecutedCommand>>> answered) {
        fromIndex = answered.value().index() + 1;
        readIndex = fromIndex;
        waiting.add(this);
        work();
      } else if (isOver || System.nanoTime() - askedNanos > CONFIRMATION_NANOS) {
        fail("no leader has confirmed where the log ends: " + outcome);
      } else if (!thread.isShutdown()) {
        var unused = thread.schedule(this::confirm, LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
    }

    private void release() {
      heldBytes -= heldByThis;
      heldByThis = 0;
      if (isOver) {
        waiting.remove(this);
      }
    }

    /** True if it has answered. */
    boolean advance(boolean leaderKnown) {
      try {
        Optional<RecentPages.Page> page = read();
        List<AppliedLog.Executed> commands = wanted(page);
        while (page.isPresent() && commands.isEmpty() && hasEntries(page.get()) && !isFar()) {
          readIndex = page.get().throughIndex() + 1;
          page = read();
          commands = wanted(page);
        }
        if (page.isEmpty()) {
          resync();
        } else if (!commands.isEmpty()) {
          hold(commands);
          answer(page.get().throughIndex(), leaderKnown, commands);
          return true;
        }
      } catch (IOException | RuntimeException e) {
        fail("the log cannot be read: " + e.getMessage());
        return true;
      }
      if (!hasBegun || lostFrom.isPresent() || isSilent()) {
        answer(readIndex - 1, leaderKnown, List.of());
        return true;
      }
      return false;
    }

    /** A sink that is told nothing for long would have to begin far back at another server. */
    private boolean isSilent() {
      return System.nanoTime() - askedNanos >= IDLE_NANOS || isFar();
    }

    private boolean isFar() {
      return readIndex - fromIndex >= MAX_SILENT_ENTRIES;
    }

    private Optional<RecentPages.Page> read() throws IOException {
      RecentPages.Page known = recent.find(readIndex);
      if (known != null) {
        return Optional.of(known);
      }
      AppliedLog log = of.node().appliedLog();
      Optional<RecentPages.Page> page =
          log.read(readIndex, MAX_PAGE_ENTRIES, MAX_PAGE_BYTES)
              .map(it -> new RecentPages.Page(it, log));
      page.ifPresent(recent::add);
      return page;
    }

    private List<AppliedLog.Executed> wanted(Optional<RecentPages.Page> page) {
      return page.map(it -> it.commands(topics)).orElse(List.of());
    }

    private static boolean hasEntries(RecentPages.Page page) {
      return page.throughIndex() >= page.fromIndex();
    }

    /** What it wants is compacted away: it goes on with what there is, and says so. */
    private void resync() {
      long first = of.node().appliedLog().firstIndex();
      if (first > readIndex) {
        lostFrom = OptionalLong.of(lostFrom.orElse(readIndex));
        fromIndex = first;
        readIndex = first;
      }
    }

    private static List<CommittedCommands.Executed> executed(List<AppliedLog.Executed> commands) {
      return commands.stream()
          .map(
              it ->
                  new CommittedCommands.Executed(
                      it.entry(),
                      it.result()
                          .map(
                              result ->
                                  new CommittedCommands.Outcome(
                                      result.success(), result.answer()))))
          .toList();
    }

    private void hold(List<AppliedLog.Executed> commands) {
      heldByThis = RecentPages.bytesOf(commands);
      heldBytes += heldByThis;
    }

    private void answer(
        long throughIndex, boolean leaderKnown, List<AppliedLog.Executed> commands) {
      CommittedCommands part =
          new CommittedCommands(
              of.group(), self, fromIndex, throughIndex, lostFrom, leaderKnown, executed(commands));
      lostFrom = OptionalLong.empty();
      hasBegun = true;
      fromIndex = throughIndex + 1;
      readIndex = fromIndex;
      asked.complete(part);
    }
  }
}
