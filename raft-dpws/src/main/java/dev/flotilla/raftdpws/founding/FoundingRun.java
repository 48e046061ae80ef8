package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets {@link Founding} run against the network: asks its questions, and feeds it answers and time.
 *
 * <p>Everything happens on the one thread of the executor, which is blocked for the moment in which
 * an acceptance becomes durable; the public methods may be called by any thread and return at once.
 */
public final class FoundingRun extends GroupSearch<Founding> implements Beginning {
  private static final Logger LOG = LoggerFactory.getLogger(FoundingRun.class);

  /** Proposals of others that wait for the thread; more are refused. */
  static final int MAX_REQUESTED = 64;

  private static final long TICK_MILLIS = 10;

  private final Calls calls;
  private final Duration answersCount;
  private final Probing probing;
  private final CompletableFuture<FoundingList> founded = new CompletableFuture<>();
  private final AtomicInteger requested = new AtomicInteger();
  private volatile boolean isOver;
  private volatile Optional<String> waitingFor;
  private volatile Optional<FoundingList> accepted;

  /** The calls that founding makes. Neither blocks. */
  public interface Calls {
    /** Asks who lives there; a failed stage for no answer. */
    CompletionStage<StatusResponse> status(URI address);

    /** Asks to accept a list; a failed stage for no answer. */
    CompletionStage<FoundResponse> found(URI address, FoundRequest request);
  }

  /** Has the servers of the group's name announce themselves; must not block. */
  @FunctionalInterface
  public interface Probing {
    /**
     * Sends one Probe.
     *
     * @param answersCount how long answers to it count
     * @param heardItself run when this server's own answer to it has come
     */
    void probe(Duration answersCount, Runnable heardItself);
  }

  /**
   * Prepares founding, or to go on with it; nothing is asked before {@link #start}.
   *
   * @param fixed addresses that an operator named
   * @param directory told of the founders on the list, and asked where they are
   * @param thread a single thread that may block
   */
  public FoundingRun(
      FoundingPlan plan,
      FoundingRecord record,
      Collection<URI> fixed,
      AddressDirectory directory,
      Calls calls,
      Probing probing,
      ScheduledExecutorService thread) {
    super(
        new Founding(plan, record, fixed, System.nanoTime()),
        directory,
        calls::status,
        thread,
        TICK_MILLIS);
    this.answersCount = Duration.ofNanos(plan.pace().silence());
    this.probing = probing;
    this.calls = calls;
    this.waitingFor = rules.waitingFor(System.nanoTime());
    this.accepted = rules.accepted();
    this.isOver = rules.phase() == FoundingPhase.FOUNDED;
  }

  @Override
  public void start() {
    tick(() -> {});
  }

  /**
   * Ends with the list when the group exists: every founder has accepted it, and that is noted on
   * the disk. Fails with {@link FoundingRefused}, or with the {@link IOException} of the disk.
   */
  public CompletionStage<FoundingList> founded() {
    return founded;
  }

  @Override
  public CompletionStage<GroupId> group() {
    return founded.thenApply(FoundingList::groupId);
  }

  @Override
  public String role() {
    return StatusResponse.FOUNDING;
  }

  @Override
  public Optional<String> waitingFor() {
    return waitingFor;
  }

  @Override
  public Optional<FoundingList> accepted() {
    return accepted;
  }

  /** A server of the group's scope was announced; of no interest once founding is over. */
  @Override
  public void announced(ServerSighting sighting) {
    if (!isOver) {
      announced(sighting, () -> rules.announced(sighting, System.nanoTime()));
    }
  }

  /**
   * Another founder proposes a list; answered when the answer is durable. Fails if that cannot be
   * written, if {@value #MAX_REQUESTED} proposals wait already, or if the thread has ended.
   *
   * @param request of this protocol version and for this very member
   */
  @Override
  public CompletionStage<FoundResponse> requested(FoundRequest request) {
    if (requested.incrementAndGet() > MAX_REQUESTED) {
      requested.decrementAndGet();
      return CompletableFuture.failedFuture(
          new IllegalStateException(
              MAX_REQUESTED + " proposals wait here already; propose again later"));
    }
    CompletableFuture<FoundResponse> response = new CompletableFuture<>();
    boolean posted =
        post(
            () -> {
              requested.decrementAndGet();
              try {
                response.complete(rules.requested(request, System.nanoTime()));
              } catch (IOException e) {
                response.completeExceptionally(e);
                throw e;
              }
            });
    if (!posted) {
      requested.decrementAndGet();
      response.completeExceptionally(new IllegalStateException("this server is being closed"));
    }
    return response;
  }

  @Override
  void act(Step step) {
    try {
      step.run();
      ask(rules.advanceTo(System.nanoTime()));
    } catch (IOException | RuntimeException e) {
      stop();
      founded.completeExceptionally(e);
    }
    Optional<FoundingList> list = rules.accepted();
    if (accepted.isEmpty() && list.isPresent()) {
      log(list.get());
    }
    accepted = list;
    waitingFor = rules.waitingFor(System.nanoTime());
    switch (rules.phase()) {
      case FOUNDED -> {
        stop();
        rules.accepted().ifPresent(founded::complete);
      }
      case REFUSED -> {
        stop();
        founded.completeExceptionally(new FoundingRefused(rules.refusal()));
      }
      case COLLECTING, ACCEPTED -> {}
    }
    isOver = founded.isDone();
  }

  private void log(FoundingList list) {
    String searched = rules.searched(System.nanoTime());
    Optional<String> doubts = rules.doubts();
    if (doubts.isPresent()) {
      LOG.warn(
          "founds group '{}' ({}) although one of that name may exist: {} ({}). Compare the ids that"
              + " 'flotilla status --group {}' shows; stop the servers of one group if there are two",
          list.name(),
          list.groupId(),
          doubts.get(),
          searched,
          list.name());
    } else {
      LOG.info(
          "found no group '{}' on the network ({}): founds it with {}",
          list.name(),
          searched,
          FounderNames.founders(list.founders()));
    }
  }

  private void ask(List<FoundingQuestion> questions) {
    for (FoundingQuestion question : questions) {
      if (question instanceof FoundingQuestion.WhoIsHere whoIsHere) {
        whoIsHere(whoIsHere.askedNanos());
      } else if (question instanceof FoundingQuestion.WhoIs whoIs) {
        whoIs(whoIs.address());
      } else if (question instanceof FoundingQuestion.WillYou willYou) {
        willYou(willYou.founder(), willYou.request());
      }
    }
  }

  private void whoIsHere(long askedNanos) {
    probing.probe(
        answersCount,
        () -> {
          if (!isOver) {
            boolean unused = post(() -> rules.heardItself(askedNanos, System.nanoTime()));
          }
        });
  }

  private void willYou(Member founder, FoundRequest request) {
    request.list().founders().stream()
        .filter(it -> it.member().equals(founder))
        .forEach(it -> directory.named(founder.id(), it.address()));
    URI address = directory.address(founder.id()).orElseThrow();
    calls
        .found(address, request)
        .whenComplete(
            (answer, failure) ->
                post(
                    () -> {
                      if (answer != null && answer.from().equals(founder)) {
                        directory.worked(founder.id(), address);
                      } else {
                        directory.failed(founder.id(), address);
                      }
                      if (answer != null) {
                        rules.answered(founder, answer, System.nanoTime());
                      } else {
                        rules.notAnswered(
                            founder, Unanswered.of(failure).words(), System.nanoTime());
                      }
                    }));
  }
}
