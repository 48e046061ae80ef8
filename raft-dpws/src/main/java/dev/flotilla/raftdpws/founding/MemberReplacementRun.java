package dev.flotilla.raftdpws.founding;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets {@link MemberReplacement} run against the network, beside a node that serves already and
 * waits to be made a member.
 *
 * <p>Everything happens on the one thread of the executor, which is blocked for the moment in which
 * the end becomes durable; the public methods may be called by any thread and return at once.
 */
public final class MemberReplacementRun extends GroupSearch<MemberReplacement> {
  private static final Logger LOG = LoggerFactory.getLogger(MemberReplacementRun.class);
  private static final long TICK_MILLIS = 100;

  private final MemberReplacementPlan plan;
  private final ReadmissionRecord record;
  private final Calls calls;
  private volatile Optional<String> waitingFor;
  private volatile boolean isOver;

  /** The calls that it makes. Neither blocks. */
  public interface Calls {
    /** Asks who lives there; a failed stage for no answer. */
    CompletionStage<StatusResponse> status(URI address);

    /** Asks the leader; a failed stage for no answer, or a fault. */
    CompletionStage<AdminResponse> readmit(URI address, ReadmitRequest request);
  }

  /** What the server remembers of having been damaged. */
  public interface ReadmissionRecord {
    /** Notes that it is over; durable when it returns. */
    void tookItsPlace() throws IOException;
  }

  /**
   * Prepares; nothing is asked before {@link #start}.
   *
   * @param fixed addresses that an operator named
   * @param directory told where servers were met, and asked who was met in former lives
   * @param thread a single thread that may block
   */
  public MemberReplacementRun(
      MemberReplacementPlan plan,
      ReadmissionRecord record,
      Collection<URI> fixed,
      AddressDirectory directory,
      Calls calls,
      ScheduledExecutorService thread) {
    super(
        new MemberReplacement(plan, fixed, System.nanoTime()),
        directory,
        calls::status,
        thread,
        TICK_MILLIS);
    this.plan = plan;
    this.record = record;
    this.calls = calls;
    this.waitingFor = Optional.of(rules.waitingFor());
  }

  /**
   * Begins to ask, until the server is a member.
   *
   * @param status how its node stands
   */
  public void start(Supplier<NodeStatus> status) {
    tick(() -> tick(status.get()));
  }

  /** What it waits for, in words; empty when it is a member. */
  public Optional<String> waitingFor() {
    return waitingFor;
  }

  /** A server of the group's scope was announced there. */
  public void announced(URI address) {
    if (!isOver) {
      announced(address, () -> rules.announced(address, System.nanoTime()));
    }
  }

  /** Nobody else hears of what is thrown on the thread. */
  @Override
  void act(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      stop();
      LOG.error("{} asks no more to take the place of its former self", plan.self().member(), e);
      waitingFor = Optional.of("to be started again, since asking for its place has failed: " + e);
    }
  }

  private void tick(NodeStatus node) {
    if (node.state() != NodeState.RUNNING) {
      // It has given up the directory, which may be another process's by now.
      return;
    }
    Configuration members = node.configuration();
    if (!members.isMember(plan.self().member())) {
      ask(System.nanoTime());
      waitingFor = Optional.of(rules.waitingFor());
    } else if (members.isChanging() || node.raft().configurationIndex() > node.commitIndex()) {
      // Whoever leads goes on with it.
      waitingFor = Optional.empty();
    } else {
      end();
    }
  }

  private void ask(long nowNanos) {
    directory.allAddresses().forEach(address -> rules.announced(address, nowNanos));
    rules.advanceTo(nowNanos).forEach(this::whoIs);
    rules.takeLeader(nowNanos).ifPresent(this::readmit);
  }

  private void end() {
    isOver = true;
    waitingFor = Optional.empty();
    stop();
    try {
      record.tookItsPlace();
      LOG.info("{} is a member of group '{}' again", plan.self().member(), plan.name());
    } catch (IOException e) {
      LOG.warn("That {} is a member again could not be noted", plan.self().member(), e);
    }
  }

  private void readmit(URI leader) {
    calls
        .readmit(leader, plan.request())
        .whenComplete(
            (response, failure) -> {
              boolean unused = post(() -> ended(response, failure));
            });
  }

  private void ended(@Nullable AdminResponse response, @Nullable Throwable failure) {
    if (response != null) {
      rules.answered(response, System.nanoTime());
    } else {
      rules.failed(Unanswered.of(failure).words(), System.nanoTime());
    }
  }
}
