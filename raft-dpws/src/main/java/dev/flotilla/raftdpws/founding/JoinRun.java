package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets {@link Joining} run against the network: asks its questions, and notes the group it finds.
 *
 * <p>Everything happens on the one thread of the executor, which is blocked for the moment in which
 * the group becomes durable; the public methods may be called by any thread and return at once.
 */
public final class JoinRun extends GroupSearch<Joining> implements Beginning {
  private static final Logger LOG = LoggerFactory.getLogger(JoinRun.class);
  private static final long TICK_MILLIS = 10;

  /** Time to find a group, and between two lines of the log that say why it is not found. */
  private static final long SILENT_NANOS = 10_000_000_000L;

  private final JoinRecord record;
  private final CompletableFuture<GroupId> group = new CompletableFuture<>();
  private volatile String waitingFor;

  // Of the executor's thread.
  private long saidNanos = System.nanoTime();
  private String said = "";

  /** What a server remembers of having joined. */
  public interface JoinRecord {
    /** Notes the group for ever; durable when it returns. */
    void join(GroupId id) throws IOException;
  }

  /**
   * Prepares; nothing is asked before {@link #start}.
   *
   * @param fixed addresses that an operator named
   * @param directory told where servers were met
   * @param thread a single thread that may block
   */
  public JoinRun(
      JoinPlan plan,
      JoinRecord record,
      Collection<URI> fixed,
      AddressDirectory directory,
      FoundingRun.Calls calls,
      ScheduledExecutorService thread) {
    super(
        new Joining(plan, fixed, System.nanoTime()), directory, calls::status, thread, TICK_MILLIS);
    this.record = record;
    this.waitingFor = rules.waitingFor();
  }

  @Override
  public void start() {
    tick(() -> {});
  }

  @Override
  public CompletionStage<GroupId> group() {
    return group;
  }

  @Override
  public String role() {
    return StatusResponse.JOINING;
  }

  @Override
  public Optional<String> waitingFor() {
    return group.isDone() ? Optional.empty() : Optional.of(waitingFor);
  }

  @Override
  public Optional<FoundingList> accepted() {
    return Optional.empty();
  }

  @Override
  public void announced(ServerSighting sighting) {
    if (!group.isDone()) {
      announced(sighting, () -> rules.announced(sighting, System.nanoTime()));
    }
  }

  /** Fails: this server founds nothing. */
  @Override
  public CompletionStage<FoundResponse> requested(FoundRequest request) {
    return CompletableFuture.failedFuture(
        new IllegalStateException("this server joins a group that exists, and founds none"));
  }

  @Override
  void act(Step step) {
    if (group.isDone()) {
      return;
    }
    try {
      step.run();
      long nowNanos = System.nanoTime();
      rules.advanceTo(nowNanos).forEach(this::whoIs);
      waitingFor = rules.waitingFor();
      say(nowNanos);
      Optional<GroupId> found = rules.found(nowNanos);
      if (found.isPresent()) {
        join(found.get());
      }
    } catch (IOException | FoundingRefused | RuntimeException e) {
      stop();
      group.completeExceptionally(e);
    }
  }

  private void say(long nowNanos) {
    if (nowNanos - saidNanos >= SILENT_NANOS && !waitingFor.equals(said)) {
      saidNanos = nowNanos;
      said = waitingFor;
      LOG.warn("This server has joined no group yet, and waits for {}", said);
    }
  }

  private void join(GroupId id) throws IOException {
    stop();
    record.join(id);
    group.complete(id);
  }
}
