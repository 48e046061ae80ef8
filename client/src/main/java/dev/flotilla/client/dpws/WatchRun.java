package dev.flotilla.client.dpws;

import dev.flotilla.client.Answer;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.WatchFailure;
import dev.flotilla.client.WatchFailure.Reason;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.dpws.eventing.EventHandlers;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.eventing.Subscription;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Topics;
import dev.flotilla.raftdpws.message.CommittedCommands;
import dev.flotilla.raftdpws.message.WatchStart;
import dev.flotilla.raftdpws.wire.RaftEvents;
import dev.flotilla.raftdpws.wire.RaftFault;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the executed commands of a group through one server after another: it goes on at another
 * one, at the index after the last that it has delivered, when a server ends the subscription, is
 * silent, or knows no leader.
 *
 * <p>What arrives is checked: a part of another group ends the watch; one that leaves a gap without
 * saying so is not believed, and what was delivered before is not delivered again.
 *
 * <p>Bounds: one subscription; what waits for the listener is bounded by {@link EventSink}, and the
 * server waits beyond that, or ends the subscription, which begins anew when the listener is ready.
 */
final class WatchRun implements Watch {
  /** A server shows every 5 s that it is there. */
  static final long SILENT_NANOS = 15_000_000_000L;

  /** One that has shown nothing for so long is asked whether it is there. */
  private static final long ASK_NANOS = 6_000_000_000L;

  /** A leader that did not serve the watch is asked again after so long. */
  private static final long LEADER_AGAIN_NANOS = 60_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(WatchRun.class);
  private static final Duration EXPIRES = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 1_000;
  private static final long WARN_NANOS = 60_000_000_000L;
  private static final long MIN_PAUSE_MILLIS = 100;

  private final PinnedGroup meant;
  private final EventSink sink;
  private final Schedule schedule;
  private final WatchedServers servers;
  private final Topics topics;
  private final long timeoutNanos;
  private final Consumer<? super WatchEvent> listener;
  private final Runnable release;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  // Guarded by this.
  private @Nullable GroupId group;
  private long nextIndex;
  private int generation;
  private boolean isDelivering;
  private boolean isConnected;
  private boolean metOtherGroup;
  private @Nullable String refusal;
  private @Nullable URI server;
  private @Nullable Subscription current;
  private int withoutLeader;
  private long heardNanos;
  private long lostNanos;
  private long warnedNanos;
  private @Nullable URI leaderTried;
  private long leaderTriedNanos;
  private final Set<URI> tried = new HashSet<>();

  /** Servers that know no topics, and tell everything. */
  private final Set<URI> unfiltered = new HashSet<>();

  /**
   * Prepares a watch.
   *
   * @param options where it begins, and what is wanted
   * @param meant the group of the client; none is watched before it is known
   * @param servers whom to ask
   * @param release frees what the watch has, when it ends
   */
  WatchRun(
      WatchOptions options,
      PinnedGroup meant,
      WatchedServers servers,
      EventSink sink,
      Schedule schedule,
      long timeoutMillis,
      Consumer<? super WatchEvent> listener,
      Runnable release) {
    this.nextIndex = options.fromIndex().orElse(0);
    this.topics = options.topics();
    this.meant = meant;
    this.sink = sink;
    this.schedule = schedule;
    this.servers = servers;
    this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    this.listener = listener;
    this.release = release;
    this.lostNanos = schedule.nanoTime();
    this.warnedNanos = lostNanos - WARN_NANOS;
  }

  void start() {
    connect();
    schedule.after(LOOK_MILLIS, this::look);
  }

  @Override
  public synchronized long nextIndex() {
    return nextIndex;
  }

  @Override
  public synchronized Optional<String> obstacle() {
    return isConnected
        ? Optional.empty()
        : Optional.of(refusal == null ? servers.search().explanation() : refusal);
  }

  @Override
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  @Override
  public void close() {
    leave();
    if (ended.complete(null)) {
      release.run();
    }
  }

  private void fail(Reason reason, String message, @Nullable Throwable cause) {
    leave();
    if (ended.completeExceptionally(new WatchFailure(reason, message, cause))) {
      release.run();
    }
  }

  /** Ends the subscription, without waiting for the server. */
  private void leave() {
    Subscription left;
    synchronized (this) {
      left = current;
      current = null;
      generation++;
      if (isConnected) {
        isConnected = false;
        lostNanos = schedule.nanoTime();
      }
    }
    if (left != null) {
      var unused = left.unsubscribe();
    }
  }

  private void connect() {
    URI target;
    int number;
    String filter;
    synchronized (this) {
      if (ended.isDone()) {
        return;
      }
      List<URI> known = isGroupKnown() ? servers.inOrder() : List.of();
      if (!tried.isEmpty() && tried.containsAll(known)) {
        tried.clear();
        servers.search().search();
      }
      target = known.stream().filter(it -> !tried.contains(it)).findFirst().orElse(null);
      server = target;
      if (target != null && servers.better().equals(Optional.of(target))) {
        leaderTried = target;
        leaderTriedNanos = schedule.nanoTime();
      }
      number = ++generation;
      OptionalLong from = nextIndex == 0 ? OptionalLong.empty() : OptionalLong.of(nextIndex);
      Topics wanted = unfiltered.contains(target) ? Topics.ALL : topics;
      filter = new WatchStart(from, Optional.ofNullable(group), wanted).text();
      heardNanos = schedule.nanoTime();
    }
    if (target == null) {
      servers.search().search();
      schedule.after(MIN_PAUSE_MILLIS, () -> retry(number));
      return;
    }
    subscribe(target, filter, number);
  }

  /** Whether the client knows which group it means; holds the lock. */
  private boolean isGroupKnown() {
    if (group == null) {
      Optional<String> ambiguity = meant.ambiguity();
      if (ambiguity.isPresent()) {
        metOtherGroup = true;
        refusal = ambiguity.get();
        return false;
      }
      group = meant.id().orElse(null);
    }
    return group != null;
  }

  private void subscribe(URI target, String filter, int number) {
    EventHandlers handlers =
        EventHandlers.builder()
            .on(RaftEvents.COMMITTED_COMMANDS, part -> received(part, number))
            .build();
    CompletionStage<Subscription> asked;
    try {
      asked = sink.subscribe(target, RaftEvents.WATCH_DIALECT, filter, handlers, EXPIRES);
    } catch (IllegalStateException e) {
      return; // The client was closed.
    }
    var unused =
        asked.whenComplete(
            (subscription, failure) -> {
              if (failure != null) {
                refused(target, failure, number);
              } else {
                begun(subscription, number);
              }
            });
  }

  private void begun(Subscription subscription, int number) {
    boolean isLate;
    synchronized (this) {
      isLate = number != generation;
      if (!isLate) {
        current = subscription;
        refusal =
            server
                + " has accepted the subscription, and nothing has come from it: a firewall may"
                + " keep it from connecting to this host";
      }
    }
    if (isLate) {
      var unused = subscription.unsubscribe();
      return;
    }
    var unused =
        subscription
            .ended()
            .thenAccept(
                end -> {
                  LOG.debug("The watch was ended by its server: {}", end);
                  servers.search().search(); // Another server may lead now.
                  moveOn(number);
                });
  }

  private void refused(URI target, Throwable failure, int number) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    LOG.debug("{} cannot be watched", target, cause);
    if (cause instanceof CallFailure call && call.kind() == CallFailure.Kind.NOT_SENT) {
      servers.servers().failed(target);
    }
    boolean isAgain = false;
    synchronized (this) {
      if (number == generation && !topics.isAll() && isFault(cause, RaftFault.INVALID)) {
        isAgain = unfiltered.size() < Servers.MAX_SERVERS && unfiltered.add(target);
      }
      metOtherGroup |= isFault(cause, RaftFault.WRONG_GROUP);
      refusal = target + ": " + (cause == null ? "no answer" : cause.getMessage());
    }
    if (isAgain) {
      connect();
    } else {
      moveOn(number);
    }
  }

  private static boolean isFault(@Nullable Throwable cause, RaftFault fault) {
    return cause instanceof CallFailure call
        && call.fault() != null
        && RaftFault.of(call.fault()).equals(Optional.of(fault));
  }

  /** This server is given up for now. */
  private void moveOn(int number) {
    synchronized (this) {
      if (number != generation) {
        return;
      }
      if (server != null) {
        tried.add(server);
      }
    }
    leave();
    int now;
    synchronized (this) {
      now = generation;
    }
    schedule.after(MIN_PAUSE_MILLIS, () -> retry(now));
  }

  private void retry(int number) {
    synchronized (this) {
      if (number != generation) {
        return;
      }
    }
    connect();
  }

  /** Looks every second whether the server is still there, and the best, or there is one at all. */
  private void look() {
    if (ended.isDone()) {
      return;
    }
    long now = schedule.nanoTime();
    boolean isLost;
    synchronized (this) {
      isLost = !isConnected && now - lostNanos > timeoutNanos;
      if (isLost && !metOtherGroup && now - warnedNanos > WARN_NANOS) {
        warnedNanos = now;
        LOG.warn("A watch waits for a server: {}", obstacle().orElse(""));
      }
      isLost &= metOtherGroup;
    }
    if (isLost) {
      fail(
          Reason.WRONG_GROUP,
          "the servers that answer belong to another group of this name: "
              + servers.search().explanation(),
          null);
      return;
    }
    lookAtServer(now);
    schedule.after(LOOK_MILLIS, this::look);
  }

  private void lookAtServer(long now) {
    URI asked;
    boolean isBetterKnown;
    int number;
    long silentNanos;
    synchronized (this) {
      number = generation;
      asked = server;
      silentNanos = current == null || isDelivering ? 0 : now - heardNanos;
      isBetterKnown = isConnected && !isDelivering && isWorse(servers.better(), now);
    }
    if (isBetterKnown) {
      leave();
      connect();
    } else if (silentNanos > SILENT_NANOS) {
      moveOn(number);
    } else if (silentNanos > ASK_NANOS && asked != null) {
      ask(asked, number);
    } else if (servers.lacksLeader()) {
      servers.search().search();
    }
  }

  /** Whether the server that serves is not the one that should, and that may be tried. */
  private boolean isWorse(Optional<URI> better, long now) {
    return better.isPresent()
        && !better.get().equals(server)
        && (!better.get().equals(leaderTried) || now - leaderTriedNanos > LEADER_AGAIN_NANOS);
  }

  private void ask(URI asked, int number) {
    var unused =
        servers
            .statuses()
            .apply(asked)
            .whenComplete(
                (status, failure) -> {
                  if (failure != null) {
                    servers.servers().failed(asked);
                    moveOn(number);
                  }
                });
  }

  /** On the thread of the listener, one part at a time. */
  private void received(CommittedCommands part, int number) {
    long from;
    synchronized (this) {
      if (number != generation || ended.isDone()) {
        return;
      }
      heardNanos = schedule.nanoTime();
      from = nextIndex == 0 ? part.fromIndex() : nextIndex;
    }
    if (!part.group().equals(group())) {
      fail(Reason.WRONG_GROUP, "the server is of group " + part.group() + " now", null);
      return;
    }
    meant.answered();
    boolean isMarked = part.lostFromIndex().isPresent() && part.lostFromIndex().getAsLong() <= from;
    if (part.fromIndex() > from && !isMarked) {
      LOG.warn("{} left out entries {} to {}", part.server(), from, part.fromIndex() - 1);
      moveOn(number);
      return;
    }
    try {
      begin();
      deliver(part, from, number);
    } catch (RuntimeException | Error e) {
      fail(Reason.LISTENER_FAILED, "the listener failed: " + e, e);
    } finally {
      delivered();
    }
    leaveIfCutOff(part, number);
  }

  private void deliver(CommittedCommands part, long from, int number) {
    if (part.fromIndex() > from) {
      listener.accept(new WatchEvent.Resync(from, part.fromIndex()));
      advance(part.fromIndex());
    }
    for (CommittedCommands.Executed executed : part.commands()) {
      Entry entry = executed.entry();
      if (isOver(number)) {
        return;
      }
      if (entry.index() >= from) {
        listener.accept(
            new WatchEvent.Executed(
                entry.position(),
                entry.timeMillis(),
                (Command) entry.payload(),
                executed.outcome().map(it -> new Answer(it.success(), it.result()))));
        advance(entry.index() + 1);
      }
    }
    advance(Math.max(from, part.throughIndex() + 1));
  }

  /** A server that knows no leader for long may be far behind. */
  private void leaveIfCutOff(CommittedCommands part, int number) {
    boolean isCutOff;
    synchronized (this) {
      withoutLeader = part.leaderKnown() ? 0 : withoutLeader + 1;
      isCutOff = withoutLeader >= 2;
      if (isCutOff) {
        withoutLeader = 0;
      }
    }
    if (isCutOff) {
      moveOn(number);
    }
  }

  private synchronized void begin() {
    isDelivering = true;
    isConnected = true;
    metOtherGroup = false;
    tried.clear();
  }

  private synchronized void delivered() {
    isDelivering = false;
    heardNanos = schedule.nanoTime();
  }

  private synchronized void advance(long index) {
    nextIndex = index;
  }

  private synchronized @Nullable GroupId group() {
    return group;
  }

  private synchronized boolean isOver(int number) {
    return ended.isDone() || number != generation;
  }
}
